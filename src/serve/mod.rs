//! Serves the page and the live solver to browsers on this machine, on loopback addresses only.
//!
//! | path | content |
//! | --- | --- |
//! | `/` | the page; for a WebSocket the live solver, as setting tools expect it ([`live`]) |
//! | `/ask` | questions and answers in JSON: over a WebSocket ([`ask`]), or one for each POST ([`http`]) |
//! | `/openapi.json` | the description of `/ask` for programs ([`openapi`]) |
//! | `/puzzle` | the text of the puzzle that the page opens with |
//! | others | the files of the page ([`page`]); nothing is read from the file system |
//!
//! Browsers let any web page send requests to this machine. Therefore the `Host` of each request must name this server,
//! and its `Origin`, if present, must be that of a trusted page ([`guard`]). A socket is one client, which has one
//! search at a time ([`session`]).

mod ask;
mod connections;
mod guard;
mod http;
mod live;
mod openapi;
mod page;
mod session;
mod shared;

pub(crate) use connections::ConnectionLimits;
pub(crate) use guard::{ORIGINS, origin};
pub(crate) use shared::Settings;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use session::Protocol;
use shared::{LONGEST_MESSAGE, Shared, Site};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use tokio::runtime::Builder;
use tokio::sync::{Notify, Semaphore};

/// The port on which setting tools look for a local solver.
pub(crate) const USUAL_PORT: u16 = 4545;

/// Maximum number of open sockets.
const MOST_SOCKETS: usize = 32;

/// Maximum length in bytes of a frame that a socket reads. It is above the limit for a message, so that a client with a
/// longer message gets an error instead of a closed connection.
const LONGEST_FRAME: usize = 16 << 20;

/// The stack size of a thread that answers questions, in bytes. It is that of a program's first thread on most systems.
const STACK: usize = 8 << 20;

/// A loopback port that this process listens on.
#[derive(Debug)]
pub(crate) struct Port {
    listeners: Vec<TcpListener>,
    pub(crate) number: u16,
    /// `true` if another program uses the port on the other loopback address, `::1`. Browsers may try that address
    /// first.
    pub(crate) is_shared: bool,
}

impl Port {
    /// Listens on a port of 127.0.0.1 and, if the system has it, of `::1`. The number 0 means any free port.
    ///
    /// # Errors
    /// Returns an error if the port is taken, or if the system does not permit listening.
    pub(crate) fn take(number: u16) -> io::Result<Self> {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, number))?;
        let number = first.local_addr()?.port();
        let second = TcpListener::bind((Ipv6Addr::LOCALHOST, number));
        let taken = |error: &io::Error| error.kind() == io::ErrorKind::AddrInUse;
        let is_shared = second.as_ref().is_err_and(taken);
        let listeners: Vec<_> = [Ok(first), second].into_iter().flatten().collect();
        for listener in &listeners {
            // Tokio requires this of a listener that it did not create. Otherwise accepting a client would block all
            // others.
            listener.set_nonblocking(true)?;
        }
        Ok(Self {
            listeners,
            number,
            is_shared,
        })
    }

    /// Returns the address of the page.
    pub(crate) fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.number))
    }
}

/// Serves until `stop` is notified.
///
/// # Errors
/// Returns an error if the system refuses a resource that the server needs.
pub(crate) fn serve(settings: Settings, ports: Vec<Port>, stop: &Notify) -> io::Result<()> {
    let shared = Arc::new(Shared {
        settings,
        found: live::Found::default(),
        sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
    });
    // One thread is enough for messages, because searches run on blocking threads. Each socket may have a search and a
    // short question at the same time, so it needs up to two of these threads.
    let runtime = Builder::new_current_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(2 * MOST_SOCKETS)
        .build()?;
    let limits = shared.settings.connections;
    let room = Arc::new(Semaphore::new(limits.count));
    runtime.block_on(async {
        for port in ports {
            let router = router(Arc::new(Site {
                shared: Arc::clone(&shared),
                port: port.number,
            }));
            for listener in port.listeners {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                let room = Arc::clone(&room);
                tokio::spawn(connections::serve_all(
                    listener,
                    router.clone(),
                    limits,
                    room,
                ));
            }
        }
        stop.notified().await;
        io::Result::Ok(())
    })?;
    // The threads of running searches can be abandoned, because they have no data that must be saved.
    runtime.shutdown_background();
    Ok(())
}

fn router(site: Arc<Site>) -> Router {
    let mut router = Router::new()
        .route("/", get(front))
        .route("/ask", get(questions).post(http::answer))
        .layer(DefaultBodyLimit::max(LONGEST_MESSAGE))
        .route("/openapi.json", get(http::description))
        .route("/puzzle", get(page::puzzle));
    for file in page::FILES {
        router = router.route(&format!("/{}", file.name), get(async || file.response()));
    }
    router
        .fallback(page::missing)
        // A layer covers only the routes added before it, so the guard comes last.
        .layer(middleware::from_fn_with_state(
            Arc::clone(&site),
            guard::check,
        ))
        .with_state(site)
}

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// Answers with the page. If a WebSocket is requested, starts the live solver instead.
async fn front(State(site): State<Arc<Site>>, upgrade: Upgrade) -> Response {
    match upgrade {
        Ok(upgrade) => open(&site, upgrade, live::Live),
        Err(_) => page::index(&site.shared.settings),
    }
}

/// Opens the socket for questions of the page.
async fn questions(State(site): State<Arc<Site>>, upgrade: Upgrade) -> Response {
    match upgrade {
        Ok(upgrade) => open(&site, upgrade, ask::Questions),
        Err(_) => {
            let upgrade = [(header::UPGRADE, "websocket")];
            let why = "send questions over a WebSocket, or by POST\n";
            (StatusCode::UPGRADE_REQUIRED, upgrade, why).into_response()
        }
    }
}

fn open(site: &Site, upgrade: WebSocketUpgrade, protocol: impl Protocol) -> Response {
    let sockets = Arc::clone(&site.shared.sockets);
    let Ok(permit) = sockets.try_acquire_owned() else {
        let told = format!("{MOST_SOCKETS} sockets are already open; try again later\n");
        return (StatusCode::SERVICE_UNAVAILABLE, told).into_response();
    };
    let shared = Arc::clone(&site.shared);
    upgrade
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .on_upgrade(async move |socket| {
            session::converse(socket, protocol, shared).await;
            drop(permit);
        })
}
