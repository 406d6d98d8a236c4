//! Questions over HTTP: `POST /ask` takes a request and returns its answer, for programs that do not need progress.

use super::ask::{failure, read};
use super::connections::Answering;
use super::shared::{LONGEST_MESSAGE, Site};
use super::{MOST_SOCKETS, openapi};
use crate::ask::{Host, Refusal, Request};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cluewright_engine::search::Deadline;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Answers a request. The request counts as one of the open sockets, and its search ends if the client leaves.
pub(super) async fn answer(
    State(site): State<Arc<Site>>,
    Extension(answering): Extension<Answering>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(_) => {
            let why = format!(
                "the request cannot be read completely; the limit is {LONGEST_MESSAGE} bytes"
            );
            return refuse(StatusCode::PAYLOAD_TOO_LARGE, &Refusal::new(why));
        }
    };
    let request = match serde_json::from_slice(&body) {
        Ok(json) => read(json),
        Err(error) => Err(Refusal::new(format!("not JSON: {error}"))),
    };
    let request = match request {
        Ok(request) => request,
        Err(refusal) => return refuse(StatusCode::BAD_REQUEST, &refusal),
    };
    // The permit is taken after the body has arrived, so a client that sends slowly does not hold a permit.
    let Ok(permit) = Arc::clone(&site.shared.sockets).try_acquire_owned() else {
        let why = format!("{MOST_SOCKETS} questions and sockets are already open; try again later");
        return refuse(StatusCode::SERVICE_UNAVAILABLE, &Refusal::new(why));
    };
    let _answering = answering.begin().await;
    let settings = &site.shared.settings;
    let (threads, patience) = (settings.threads, settings.patience);
    let cancel = CancelOnDrop::default();
    let cancelled = Arc::clone(&cancel.0);
    let work = spawn_blocking(move || {
        // The search holds the permit, because it may run longer than the handler if the client leaves.
        let _permit = permit;
        search(&request, threads, patience, &cancelled)
    });
    match work.await {
        Ok(Ok(answer)) => json(StatusCode::OK, answer),
        Ok(Err(refusal)) => refuse(StatusCode::BAD_REQUEST, &refusal),
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, &failure()),
    }
}

fn search(
    request: &Request,
    threads: usize,
    patience: Duration,
    cancel: &AtomicBool,
) -> Result<String, Refusal> {
    let host = Host {
        threads,
        cancel: Some(cancel),
        deadline: Deadline::after(patience),
        ..Host::default()
    };
    request.try_answer(&host)
}

/// Returns the OpenAPI description of this server.
pub(super) async fn description(State(site): State<Arc<Site>>) -> Response {
    json(StatusCode::OK, openapi::describe(site.port).to_string())
}

fn refuse(status: StatusCode, refusal: &Refusal) -> Response {
    json(status, refusal.to_json())
}

fn json(status: StatusCode, text: String) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, text).into_response()
}

/// A guard that cancels a search when it is dropped. If a client leaves, the server drops the handler, and this
/// guard with it.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
