//! Limits on connections: how many may be open at once, and how long a client may take for its requests.
//!
//! Without limits, a client that opens connections and leaves them half-used could keep others out. Upgraded
//! connections (WebSockets) are not counted here and have no time limit. They are [`session`](super::session)s, which
//! have their own limits.

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, MutexGuard, Semaphore};
use tokio::time::{sleep, timeout};

/// Limits on the connections of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionLimits {
    /// Maximum number of open connections. Further clients wait in the system's queue.
    pub(crate) count: usize,
    /// Maximum time for the head of a request, including the time until the client starts to send.
    pub(crate) head: Duration,
    /// Maximum total time that the client may take on one connection: for sending its requests with their bodies, and
    /// for reading the answers. The server's own work is not counted.
    pub(crate) all: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            // Many systems limit a process to about a thousand open files.
            count: 512,
            head: Duration::from_secs(10),
            all: Duration::from_secs(60),
        }
    }
}

/// Pause after the system has refused to open a connection, for example because too many files are open. Retrying
/// immediately would only waste CPU time.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves the clients of a port, each on a task of its own.
pub(super) async fn serve_all(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    room: Arc<Semaphore>,
) {
    // The permit is taken before the connection is accepted. Further clients therefore wait in the system's queue and
    // use no memory here.
    while let Ok(place) = Arc::clone(&room).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    serve_one(stream, router, limits).await;
                    drop(place);
                });
            }
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// A lock that is held while the server works on the answer to a request. With HTTP/1, a connection has one request at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct Answering(Arc<Mutex<()>>);

impl Answering {
    /// Marks the server as working on an answer until the returned guard is dropped.
    pub(super) async fn begin(&self) -> MutexGuard<'_, ()> {
        self.0.lock().await
    }

    fn has_ended(&self) -> bool {
        self.0.try_lock().is_ok()
    }
}

/// Serves a client until it leaves, its time is up, or the connection becomes a WebSocket.
async fn serve_one(stream: TcpStream, router: Router, limits: ConnectionLimits) {
    let answering = Answering::default();
    let router = router.layer(Extension(answering.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = pin!(connection);
    // If the server is still working when the time is up, the client has not caused the delay and gets more time.
    while timeout(limits.all, connection.as_mut()).await.is_err() {
        if answering.has_ended() {
            // An answer that is being sent may still be completed.
            connection.as_mut().graceful_shutdown();
            let _ = timeout(limits.head, connection).await;
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::{Port, Settings, serve};
    use cluewright_formats::ReadOptions;
    use std::io::{ErrorKind, Read, Write};
    use std::net::TcpStream;
    use std::thread::{self, JoinHandle};
    use std::time::Instant;
    use tokio::sync::Notify;
    use tungstenite::Message;

    /// Maximum time that these tests wait for an answer. It is long enough for a busy machine.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Number of connections that the clients of the test leave half-used.
    const HALF_USED: usize = 60;

    struct Server {
        port: u16,
        stop: Arc<Notify>,
        thread: Option<JoinHandle<()>>,
    }

    impl Server {
        fn start(count: usize) -> Self {
            let settings = Settings {
                origins: vec![],
                public_page: String::new(),
                embedders: vec![],
                puzzle: None,
                reading: ReadOptions::default(),
                patience: PATIENCE,
                threads: 1,
                connections: ConnectionLimits {
                    count,
                    head: Duration::from_millis(400),
                    all: Duration::from_millis(800),
                },
            };
            let port = Port::take(0).expect("a port is free");
            let number = port.number;
            let stop = Arc::new(Notify::new());
            let stopped = Arc::clone(&stop);
            let run = move || serve(settings, vec![port], &stopped).expect("it runs");
            Self {
                port: number,
                stop,
                thread: Some(thread::spawn(run)),
            }
        }

        fn connect(&self) -> TcpStream {
            let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
            let timed = stream.set_read_timeout(Some(PATIENCE));
            timed.expect("sockets have timeouts");
            stream
        }

        /// Opens connections whose clients send `sent` and then nothing more.
        fn half_used(&self, sent: &str) -> Vec<TcpStream> {
            let client = |_| {
                let mut stream = self.connect();
                let sent = sent.replace("PORT", &self.port.to_string());
                stream.write_all(sent.as_bytes()).expect("it listens");
                stream
            };
            (0..HALF_USED).map(client).collect()
        }

        /// Sends a complete request and returns the response.
        fn get(&self, path: &str) -> String {
            let mut stream = self.connect();
            let port = self.port;
            let head = format!("GET {path} HTTP/1.1\r\nhost: localhost:{port}\r\n");
            write!(stream, "{head}connection: close\r\n\r\n").expect("it listens");
            let mut answer = vec![];
            stream.read_to_end(&mut answer).expect("it answers");
            String::from_utf8_lossy(&answer).into_owned()
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            self.stop.notify_one();
            // The server's thread has already reported its panic, if there was one.
            let _ = self.thread.take().map(JoinHandle::join);
        }
    }

    /// Panics unless the server closes a connection before the client's read times out.
    fn assert_closed(stream: &mut TcpStream, sent: &str) {
        let mut answer = vec![];
        match stream.read_to_end(&mut answer) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                panic!("still open after {sent:?}");
            }
            _ => {}
        }
    }

    #[test]
    fn half_used_connections_are_closed_and_others_served_meanwhile() {
        let server = Server::start(2 * HALF_USED);
        let whole = "GET /app.js HTTP/1.1\r\nhost: localhost:PORT\r\n";
        for sent in [
            String::new(),
            "GET / HT".to_owned(),
            "GET / HTTP/1.1\r\nhost: localhost:PORT\r\nx".to_owned(),
            format!("{whole}content-length: 1000\r\n\r\n{{"),
            format!("{whole}transfer-encoding: chunked\r\n\r\n5\r\nab"),
            format!("{whole}expect: 100-continue\r\ncontent-length: 1000\r\n\r\n"),
            // The first client is idle after its answer. The second client does not read its answers.
            format!("{whole}\r\n"),
            format!("{whole}\r\n").repeat(100),
        ] {
            let mut half_used = server.half_used(&sent);
            assert!(server.get("/").starts_with("HTTP/1.1 200"), "{sent:?}");
            for stream in &mut half_used {
                assert_closed(stream, &sent);
            }
        }
    }

    #[test]
    fn an_answer_may_take_longer_than_a_client() {
        let server = Server::start(4);
        let request =
            r#"{"ask":"count","puzzle":".","limits":{"seconds":2,"nodes":1000000000000}}"#;
        let request = request.replace('.', &".".repeat(81));
        let (port, length) = (server.port, request.len());
        let started = Instant::now();
        let mut stream = server.connect();
        let head = format!("POST /ask HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n");
        write!(stream, "{head}content-length: {length}\r\n\r\n{request}").expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(started.elapsed() > Duration::from_millis(1900), "{answer}");
    }

    #[test]
    fn a_server_without_room_serves_once_there_is_room_again() {
        let server = Server::start(HALF_USED / 2);
        let mut half_used = server.half_used("GET / HT");
        assert!(server.get("/").starts_with("HTTP/1.1 200"));
        for stream in &mut half_used {
            assert_closed(stream, "GET / HT");
        }
    }

    #[test]
    fn sockets_outlast_the_time_of_a_connection() {
        let server = Server::start(4);
        let open = |_| {
            let url = format!("ws://127.0.0.1:{}/ask", server.port);
            tungstenite::client(url, server.connect())
                .expect("a socket")
                .0
        };
        let started = Instant::now();
        // The test opens more sockets than the permitted number of connections, because sockets are counted separately.
        let mut sockets: Vec<_> = (0..8).map(open).collect();
        thread::sleep(Duration::from_millis(1500));
        assert!(started.elapsed() > Duration::from_millis(1300));
        for socket in &mut sockets {
            let request = r#"{"id":1,"request":{"ask":"check","puzzle":"12.4341.2143.321"}}"#;
            socket.send(Message::text(request)).expect("it is open");
            let answer = socket.read().expect("it is open").to_string();
            assert!(answer.contains("unique"), "{answer}");
        }
    }
}
