//! The page: the files of `web/dist/`, which are embedded in the program.

use super::shared::{Settings, Site};
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use std::sync::Arc;

/// A file of the page.
#[derive(Debug)]
pub(super) struct File {
    /// The name of the file in `web/dist/`.
    pub(super) name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! file {
    ($name:literal, $kind:literal) => {
        File {
            name: $name,
            kind: $kind,
            bytes: include_bytes!(concat!("../../web/dist/", $name)),
        }
    };
}

/// All files except `index.html`. The engine's `.wasm` file is not among them, because the server answers the page's
/// questions.
pub(super) static FILES: &[File] = &[
    file!("app.css", "text/css; charset=utf-8"),
    file!("app.js", "text/javascript; charset=utf-8"),
    file!("icon.svg", "image/svg+xml"),
    file!("manifest.webmanifest", "application/manifest+json"),
    file!("sw.js", "text/javascript; charset=utf-8"),
    file!("worker.js", "text/javascript; charset=utf-8"),
];

const INDEX: &str = include_str!("../../web/dist/index.html");

/// The element with the address to which the page sends its questions.
const ASK: &str = r#"<meta name="cluewright-ask" content="/ask">"#;

/// The element with the address of the puzzle that the page opens.
const PUZZLE: &str = r#"<meta name="cluewright-puzzle" content="/puzzle">"#;

impl File {
    pub(super) fn response(&'static self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.bytes).into_response()
    }
}

/// Returns `index.html` as a response, with the server's settings filled in.
pub(super) fn index(settings: &Settings) -> Response {
    let puzzle = settings.puzzle.as_ref().map_or("", |_| PUZZLE);
    let public = format!(
        r#"<meta name="cluewright-public" content="{}">"#,
        settings.public_page
    );
    Html(INDEX.replacen("<head>", &format!("<head>{ASK}{public}{puzzle}"), 1)).into_response()
}

/// Returns the text of the puzzle that the page opens with.
pub(super) async fn puzzle(State(site): State<Arc<Site>>) -> Response {
    match &site.shared.settings.puzzle {
        Some(text) => text.clone().into_response(),
        None => missing().await,
    }
}

/// Responds to requests for all other paths.
pub(super) async fn missing() -> Response {
    (StatusCode::NOT_FOUND, "there is no such page\n").into_response()
}

/// Adds the headers of every response. They ensure the following:
///
/// * Only our own files run.
/// * Other sites cannot read the page, and only permitted sites can frame it.
/// * A new version of the program takes effect immediately.
pub(super) fn add_headers(mut response: Response, site: &Site) -> Response {
    let port = site.port;
    let embedders = &site.shared.settings.embedders;
    let frames = if embedders.is_empty() {
        "'none'".to_owned()
    } else {
        embedders.join(" ")
    };
    // Older browsers do not apply `'self'` to WebSockets, so `connect-src` lists their addresses.
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob:; connect-src 'self' ws://localhost:{port} ws://127.0.0.1:{port}; \
         worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors {frames}"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        (header::CACHE_CONTROL, "no-cache"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // `X-Frame-Options` cannot list other sites. Browsers that support `frame-ancestors` do not need it.
    if embedders.is_empty() {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for name in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    /// Files that `web/build` makes only for sites without a server.
    const STATIC_SITE: [&str; 2] = ["cluewright.wasm", "engine-version.js"];

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = fs::read_dir("web/dist").expect("the page is built");
        let names = folder.map(|entry| entry.expect("it can be read").file_name());
        let names: BTreeSet<String> = names.filter_map(|name| name.into_string().ok()).collect();
        let served = FILES.iter().map(|file| file.name).chain(STATIC_SITE);
        let served: BTreeSet<&str> = served.chain(["index.html"]).collect();
        for name in &names {
            assert!(
                served.contains(name.as_str()),
                "web/dist/{name} is not in FILES"
            );
        }
    }

    #[test]
    fn the_page_is_told_where_the_engine_is() {
        assert!(INDEX.contains("<head>"));
    }
}
