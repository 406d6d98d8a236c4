//! Access control. Programs on this machine, pages from this server and trusted setting tools may ask questions.
//!
//! A site can rebind its name to 127.0.0.1 ("DNS rebinding"), so that browsers treat its pages as pages of this
//! server. Such requests are refused, because their `Host` is the site's name. Requests from the pages of any other
//! site have that site in `Origin`, and are refused unless the site is trusted.

use super::page;
use super::shared::Site;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Origins of the setting tools that may ask questions. These tools look for a local solver.
pub(crate) const ORIGINS: &[&str] = &["https://f-puzzles.com", "https://www.f-puzzles.com"];

/// The names that address this machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Passes a request on if it is addressed to this server and comes from a trusted page. Adds the headers of our pages
/// to the response.
pub(super) async fn check(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let refused = refusal(headers, &site);
    // Trusted pages may ask questions, but must not read the puzzle that the page was opened with.
    let origin = headers.get(header::ORIGIN).cloned();
    let origin = origin.filter(|_| request.uri().path() == "/ask");
    let mut response = match refused {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None if request.method() == Method::OPTIONS && origin.is_some() => preflight(),
        None => next.run(request).await,
    };
    if let (None, Some(origin)) = (refused, origin) {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        // Otherwise a cache could return the answer for one origin to another origin.
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
    }
    page::add_headers(response, &site)
}

/// Answers a browser that checks whether a page may send a JSON request to this machine.
fn preflight() -> Response {
    let headers = [
        ("access-control-allow-methods", "POST"),
        ("access-control-allow-headers", "content-type"),
        // Chromium requires this header before a public page may send requests to this machine.
        ("access-control-allow-private-network", "true"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Returns the reason why a request is refused; `None` if it is accepted.
fn refusal(headers: &HeaderMap, site: &Site) -> Option<&'static str> {
    let origins = &site.shared.settings.origins;
    match only(headers, &header::HOST) {
        Some(Some(host)) if is_ours(host, site.port) => match only(headers, &header::ORIGIN) {
            Some(None) => None,
            Some(Some(origin)) if is_trusted(origin, origins) => None,
            _ => Some(
                "this page may not send questions: see --allow-origin in `cluewright help serve`\n",
            ),
        },
        _ => Some(
            "this host is refused: expected localhost, 127.0.0.1 or [::1] with the server's port\n",
        ),
    }
}

/// Returns the value of a header that may occur only once. The outer `Option` is `None` if the header is repeated or is
/// not text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().map(|value| value.to_str().ok());
    match (first, values.next()) {
        (None, _) => Some(None),
        (Some(Some(value)), None) => Some(Some(value)),
        _ => None,
    }
}

fn is_ours(host: &str, port: u16) -> bool {
    let host = host.to_ascii_lowercase();
    let (name, its) = split_port(&host);
    // Browsers omit port 80, the default of plain HTTP.
    let its = its.map_or(Some(80), |its| its.parse().ok());
    LOOPBACK.contains(&name) && its == Some(port)
}

fn is_trusted(origin: &str, others: &[String]) -> bool {
    let Some(origin) = self::origin(origin) else {
        return false;
    };
    let name = origin
        .split_once("://")
        .map_or("", |(_, rest)| split_port(rest).0);
    // A page from another port of this machine comes from a local program, and local programs may ask questions anyway.
    LOOPBACK.contains(&name) || ORIGINS.contains(&origin.as_str()) || others.contains(&origin)
}

/// Normalises an origin to the form that browsers send: scheme, host and optional port, in lower case. Returns `None`
/// if the text is not an origin.
pub(crate) fn origin(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let (scheme, rest) = text.split_once("://")?;
    let (name, port) = split_port(rest);
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let named = LOOPBACK.contains(&name) || !name.is_empty() && name.bytes().all(allowed);
    let numbered = port.is_none_or(|port| port.parse::<u16>().is_ok());
    (["http", "https"].contains(&scheme) && named && numbered).then_some(text)
}

/// Splits a host into its name and its port, if it has one.
fn split_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        // The colons of `[::1]` are part of the name.
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_names_with_our_port_are_ours() {
        for host in [
            "localhost:4545",
            "LOCALHOST:4545",
            "127.0.0.1:4545",
            "[::1]:4545",
        ] {
            assert!(is_ours(host, 4545), "{host}");
        }
        for host in [
            "",
            "localhost",
            "localhost:4546",
            "localhost:",
            "localhost:4545:4545",
            "localhost.evil.example:4545",
            "127.0.0.1.evil.example:4545",
            "evil.example:4545",
            "[::2]:4545",
            "::1:4545",
            "user@localhost:4545",
        ] {
            assert!(!is_ours(host, 4545), "{host}");
        }
        assert!(is_ours("localhost", 80));
    }

    #[test]
    fn look_alikes_are_not_trusted() {
        let others = [String::from("https://setter.example:8443")];
        for origin in [
            "https://f-puzzles.com",
            "https://www.f-puzzles.com",
            "http://localhost:8123",
            "http://127.0.0.1:4545",
            "http://[::1]:4545",
            "https://setter.example:8443",
        ] {
            assert!(is_trusted(origin, &others), "{origin}");
        }
        for origin in [
            "null",
            "",
            "http://f-puzzles.com",
            "https://f-puzzles.com:444",
            "https://f-puzzles.com.evil.example",
            "https://evil-f-puzzles.com",
            "https://evil.example/https://f-puzzles.com",
            "https://f-puzzles.com/",
            "https://user@localhost",
            "http://localhost.evil.example",
            "http://127.0.0.1.evil.example",
            "https://setter.example",
            "file://localhost",
        ] {
            assert!(!is_trusted(origin, &others), "{origin}");
        }
    }
}
