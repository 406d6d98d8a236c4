//! Tests the server and its clients: the user script of setting tools, the page, and unauthorised
//! clients.

use cluewright::ask::Host;
use lz_str::compress_to_base64;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// Maximum time to wait for any answer in these tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server for one test, on a free port.
pub(crate) struct Server {
    child: Child,
    port: u16,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("cluewright"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let mut told = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        told.read_line(&mut line)
            .expect("the server says where it is");
        let address = line
            .trim()
            .strip_prefix("Cluewright is at http://127.0.0.1:");
        let port = address.and_then(|rest| rest.strip_suffix('/')?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address: {line:?}"));
        Self { child, port }
    }

    /// Opens a socket with these headers. On refusal, returns the HTTP status as the error.
    fn open(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Client, u16> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("sockets have timeouts");
        let url = format!("ws://127.0.0.1:{}{path}", self.port);
        let mut request = url.into_client_request().expect("it is an address");
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).expect("it is a header");
            request.headers_mut().insert(*name, value);
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Client { socket, nonce: 0 }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("no handshake: {error}"),
        }
    }

    /// Connects a client that behaves like the user script for f-puzzles.
    pub(crate) fn setter(&self) -> Client {
        self.open("/", &[("origin", "https://f-puzzles.com")])
            .expect("f-puzzles may ask")
    }

    /// Connects a client that behaves like the page.
    pub(crate) fn page(&self) -> Client {
        let origin = format!("http://127.0.0.1:{}", self.port);
        self.open("/ask", &[("origin", &origin)])
            .expect("the page may ask")
    }

    /// Returns the id of the server's process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a GET request and returns the response, including its head.
    fn get(&self, path: &str, host: &str) -> String {
        self.request(&format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n"))
    }

    fn request(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("sockets have timeouts");
        write!(stream, "{head}connection: close\r\n\r\n").expect("it listens");
        let mut answer = vec![];
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a POST request. Returns the status line, the head and the JSON body of the response.
    fn post(&self, headers: &str, body: &str) -> (u16, String, Value) {
        let (here, length) = (self.here(), body.len());
        let head = format!(
            "POST /ask HTTP/1.1\r\nhost: {here}\r\ncontent-length: {length}\r\n{headers}connection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        let timed = stream.set_read_timeout(Some(PATIENCE));
        timed.expect("sockets have timeouts");
        // A server that refuses a request may close the connection before it has read the body, so a failure to
        // write is ignored.
        let _ = stream.write_all(format!("{head}{body}").as_bytes());
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head[9..12].parse().expect("a status");
        (
            status,
            head.to_owned(),
            serde_json::from_str(body).unwrap_or_default(),
        )
    }

    fn here(&self) -> String {
        format!("localhost:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct Client {
    socket: WebSocket<TcpStream>,
    nonce: u64,
}

impl Client {
    pub(crate) fn send(&mut self, text: impl Into<String>) {
        let message = Message::text(text.into());
        self.socket.send(message).expect("the server listens");
    }

    pub(crate) fn hear(&mut self) -> Value {
        loop {
            let message = self.socket.read().expect("the server answers");
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).expect("answers are JSON");
            }
        }
    }

    /// Sends a command to the live solver. Returns its nonce.
    pub(crate) fn command(&mut self, command: &str, puzzle: &Value) -> u64 {
        self.nonce += 1;
        let data = compress_to_base64(&puzzle.to_string());
        let message = json!({
            "nonce": self.nonce, "command": command, "dataType": "fpuzzles", "data": data
        });
        self.send(message.to_string());
        self.nonce
    }

    /// Returns the messages that the server sends within this time, each with the moment of its
    /// arrival.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<(Instant, Value)> {
        let until = Instant::now() + time;
        let mut said = vec![];
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            self.read_within(left.max(Duration::from_millis(1)));
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let text = serde_json::from_str(&text).expect("answers are JSON");
                    said.push((Instant::now(), text));
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => panic!("the server is gone: {error}"),
            }
        }
        self.read_within(PATIENCE);
        said
    }

    fn read_within(&self, time: Duration) {
        let timed = self.socket.get_ref().set_read_timeout(Some(time));
        timed.expect("sockets have timeouts");
    }

    /// Sends a command and returns its last answer. All messages before that must be progress reports of the
    /// command.
    fn ask(&mut self, command: &str, puzzle: &Value) -> Value {
        let nonce = self.command(command, puzzle);
        loop {
            let answer = self.hear();
            assert_eq!(answer["nonce"], nonce, "{answer}");
            if answer["inProgress"] != true {
                return answer;
            }
        }
    }

    /// Sends a question from the page. Returns the question's id.
    pub(crate) fn question(&mut self, request: &Value) -> u64 {
        self.nonce += 1;
        self.send(json!({ "id": self.nonce, "request": request }).to_string());
        self.nonce
    }

    /// Returns the last answer to a question, with all messages before it.
    pub(crate) fn answer(&mut self, id: u64) -> (Value, Vec<Value>) {
        let mut before = vec![];
        loop {
            let said = self.hear();
            if said["id"] == id && said.get("progress").is_none() {
                return (said, before);
            }
            before.push(said);
        }
    }
}

/// Returns an empty f-puzzles document.
fn empty(size: usize) -> Value {
    json!({ "size": size, "grid": vec![vec![json!({}); size]; size] })
}

/// Returns an f-puzzles document with these givens; `.` is a blank.
fn classic(size: usize, givens: &str) -> Value {
    let mut puzzle = empty(size);
    for (place, digit) in givens.chars().enumerate() {
        if let Some(digit) = digit.to_digit(10) {
            set(&mut puzzle, place, json!({ "value": digit, "given": true }));
        }
    }
    puzzle
}

fn set(puzzle: &mut Value, place: usize, cell: Value) {
    let size = puzzle["size"].as_u64().expect("it has a size") as usize;
    puzzle["grid"][place / size][place % size] = cell;
}

fn with(mut puzzle: Value, key: &str, value: Value) -> Value {
    puzzle[key] = value;
    puzzle
}

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Applies an answer about cells to a puzzle in the same way as the user script.
fn apply_answer(puzzle: &Value, cells: &Value) -> Value {
    let mut puzzle = puzzle.clone();
    let size = puzzle["size"].as_u64().expect("it has a size") as usize;
    for (place, cell) in cells.as_array().expect("a list").iter().enumerate() {
        let target = &mut puzzle["grid"][place / size][place % size];
        if target["given"] == true {
            continue;
        }
        *target = match cell["value"].as_u64() {
            Some(0) => json!({ "centerPencilMarks": cell["candidates"] }),
            _ => json!({ "value": cell["value"] }),
        };
    }
    puzzle
}

#[test]
fn verdicts_and_counts_are_right() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let unique = classic(9, UNIQUE);
    let answer = setter.ask("check", &unique);
    let nonce = answer["nonce"].clone();
    assert_eq!(
        answer,
        json!({ "nonce": nonce, "type": "count", "count": 1, "inProgress": false })
    );
    assert_eq!(setter.ask("check", &empty(9))["count"], 2);
    let none = setter.ask("check", &classic(9, "11"));
    assert_eq!(
        (&none["type"], &none["count"]),
        (&json!("count"), &json!(0))
    );
    assert_eq!(setter.ask("count", &empty(4))["count"], 288);
    let mut miracle = empty(9);
    for rule in ["antiknight", "antiking", "nonconsecutive"] {
        miracle[rule] = json!(true);
    }
    assert_eq!(setter.ask("count", &miracle)["count"], 72);
    let solved = setter.ask("solve", &unique);
    let digits: String = solved["solution"]
        .as_array()
        .expect("a list")
        .iter()
        .map(Value::to_string)
        .collect();
    assert_eq!(
        (&solved["type"], digits.as_str()),
        (&json!("solved"), SOLUTION)
    );
    let none = setter.ask("solve", &classic(4, "11"));
    assert_eq!(none["message"], "No solutions found.");
}

#[test]
fn links_are_read_as_payloads_are() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let data = compress_to_base64(&classic(9, UNIQUE).to_string());
    let data = format!("https://f-puzzles.com/?load={data}");
    let message = json!({ "nonce": 5, "command": "check", "dataType": "fpuzzles", "data": data });
    setter.send(message.to_string());
    assert_eq!(setter.hear()["count"], 1);
}

#[test]
fn true_candidates_are_counted_up_to_the_cap() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let counts = |answer: &Value| -> Vec<i64> {
        let counts = answer["solutionsPerCandidate"].as_array();
        let counts = counts.unwrap_or_else(|| panic!("no counts: {answer}"));
        counts.iter().filter_map(Value::as_i64).collect()
    };
    let cap = |puzzle: &Value, cap: u64| {
        let wish = format!("truecandidatesnumsolutions={cap}");
        with(puzzle.clone(), "truecandidatesoptions", json!([wish]))
    };
    assert_eq!(counts(&setter.ask("truecandidates", &empty(4))), [1; 64]);
    let eight = cap(&empty(4), 8);
    assert_eq!(counts(&setter.ask("truecandidates", &eight)), [8; 64]);
    // Each digit appears in each cell in 72 of the 288 grids. The second answer comes from the
    // cache.
    let all = cap(&empty(4), 1000);
    for _ in 0..2 {
        assert_eq!(counts(&setter.ask("truecandidates", &all)), [72; 64]);
    }
    let colored = with(empty(4), "truecandidatesoptions", json!(["colored"]));
    assert_eq!(counts(&setter.ask("truecandidates", &colored)), [8; 64]);
    let too_many = setter.ask("truecandidates", &cap(&empty(4), 1_000_000));
    assert_eq!(too_many["type"], "invalid");

    let solution: Vec<i64> = SOLUTION
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(i64::from)
        .collect();
    let unique = counts(&setter.ask("truecandidates", &classic(9, UNIQUE)));
    for (place, count) in unique.iter().enumerate() {
        let is_right = solution[place / 9] == place as i64 % 9 + 1;
        assert_eq!(*count, i64::from(is_right), "{place}");
    }
    let none = setter.ask("truecandidates", &classic(4, "11"));
    assert_eq!(
        (&none["type"], &none["message"]),
        (&json!("invalid"), &json!("No solutions found."))
    );
}

#[test]
fn logical_candidates_are_told_from_true_ones() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let logical = |puzzle: Value, off: Value| {
        let puzzle = with(puzzle, "truecandidatesoptions", json!(["logical"]));
        with(puzzle, "disabledlogic", off)
    };
    let all_off = json!([
        "tuples",
        "pointing",
        "fishes",
        "wings",
        "AIC",
        "contradictions"
    ]);
    let easy = setter.ask(
        "truecandidates",
        &logical(classic(9, UNIQUE), all_off.clone()),
    );
    let counts = easy["solutionsPerCandidate"].as_array().expect("counts");
    assert!(!counts.contains(&json!(-1)), "singles solve this one");
    // A puzzle that cannot be solved with singles.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let hard = setter.ask("truecandidates", &logical(classic(9, hard), all_off));
    let counts = hard["solutionsPerCandidate"].as_array().expect("counts");
    assert!(counts.contains(&json!(-1)));
}

#[test]
fn steps_lead_from_the_first_marks_to_the_solution() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let puzzle = classic(9, UNIQUE);
    let mut answer = setter.ask("step", &puzzle);
    assert_eq!(answer["message"], "Initial candidates.\n");
    assert_eq!(answer["cells"][0], json!({ "value": 5 }));
    assert_eq!(answer["cells"][2]["value"], 0);
    let mut steps = 0;
    loop {
        answer = setter.ask("step", &apply_answer(&puzzle, &answer["cells"]));
        let message = answer["message"].as_str().expect("a message");
        assert!(
            message.ends_with('\n') && answer["isValid"] == true,
            "{answer}"
        );
        if message == "No logical steps found.\n" {
            break;
        }
        assert_eq!(message.matches('\n').count(), 1, "{message}");
        steps += 1;
        assert!(steps < 500, "{answer}");
    }
    let cells = answer["cells"].as_array().expect("cells");
    let solved: String = cells.iter().map(|cell| cell["value"].to_string()).collect();
    assert_eq!(solved, SOLUTION);

    let path = setter.ask("solvepath", &puzzle);
    let message = path["message"].as_str().expect("a message");
    assert!(
        message.lines().count() > 50 && message.contains("Rated "),
        "{message}"
    );
    let cells = path["cells"].as_array().expect("cells");
    let solved: String = cells.iter().map(|cell| cell["value"].to_string()).collect();
    assert_eq!(solved, SOLUTION);
}

#[test]
fn typed_digits_count_where_someone_solves_and_nowhere_else() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let typed = |digit: u8| {
        let mut puzzle = classic(9, UNIQUE);
        set(&mut puzzle, 2, json!({ "value": digit }));
        puzzle
    };
    assert_eq!(setter.ask("check", &typed(1))["count"], 1);
    assert_eq!(
        setter.ask("step", &typed(4))["cells"][2],
        json!({ "value": 4 })
    );
    // The cell already sees a 5.
    let broken = setter.ask("step", &typed(5));
    assert_eq!(broken["isValid"], false);
    let message = broken["message"].as_str().expect("a message");
    assert!(message.ends_with("Board is invalid!\n"), "{message}");

    // Centre marks restrict the solver's position; given pencil marks restrict the puzzle itself.
    let marked = |key: &str| {
        let mut puzzle = empty(4);
        set(&mut puzzle, 0, json!({ key: [1, 2] }));
        puzzle
    };
    let centre = marked("centerPencilMarks");
    assert_eq!(setter.ask("count", &centre)["count"], 288);
    assert_eq!(
        setter.ask("step", &centre)["cells"][0]["candidates"],
        json!([1, 2])
    );
    assert_eq!(setter.ask("estimate", &centre)["estimate"], 144.0);
    setter.ask_to_cancel();
    let given = marked("givenPencilMarks");
    assert_eq!(setter.ask("count", &given)["count"], 144);
    let mut both = given;
    both["grid"][0][0]["centerPencilMarks"] = json!([2, 3]);
    assert_eq!(
        setter.ask("step", &both)["cells"][0]["candidates"],
        json!([2, 3])
    );
}

impl Client {
    fn ask_to_cancel(&mut self) {
        self.nonce += 1;
        let nonce = self.nonce;
        self.send(json!({ "nonce": nonce, "command": "cancel" }).to_string());
        let answer = self.hear();
        assert_eq!(answer, json!({ "nonce": nonce, "type": "canceled" }));
    }
}

#[test]
fn the_next_message_ends_a_search() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    setter.ask_to_cancel();
    let long = setter.command("count", &empty(9));
    let progress = setter.hear();
    assert_eq!(
        (&progress["nonce"], &progress["inProgress"]),
        (&json!(long), &json!(true))
    );
    let next = setter.command("check", &classic(9, UNIQUE));
    // Progress may arrive first, if the server sent it before it received the cancellation.
    let ended = loop {
        let said = setter.hear();
        if said["inProgress"] != true {
            break said;
        }
    };
    assert_eq!(ended, json!({ "nonce": long, "type": "canceled" }));
    let answer = setter.hear();
    assert_eq!(
        (&answer["nonce"], &answer["count"]),
        (&json!(next), &json!(1))
    );

    let estimate = setter.command("estimate", &empty(9));
    for _ in 0..2 {
        let said = setter.hear();
        assert_eq!(
            (&said["nonce"], &said["type"]),
            (&json!(estimate), &json!("estimate"))
        );
        assert!(
            said["estimate"].as_f64().is_some_and(|mean| mean > 1e21),
            "{said}"
        );
        assert!(said["relErrPercent"].is_number() && said["ci95_upper"].is_number());
    }
    setter.send(json!({ "nonce": 999, "command": "cancel" }).to_string());
    let mut said = setter.hear();
    while said["type"] == "estimate" {
        said = setter.hear();
    }
    assert_eq!(said, json!({ "nonce": estimate, "type": "canceled" }));
    assert_eq!(setter.hear(), json!({ "nonce": 999, "type": "canceled" }));
}

#[test]
fn what_cannot_be_read_is_told_and_the_socket_stays_open() {
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let mut told = |text: String, expected: &str| {
        setter.send(text);
        let answer = setter.hear();
        assert_eq!(answer["type"], "invalid", "{answer}");
        let message = answer["message"].as_str().expect("a message");
        assert!(message.contains(expected), "{message}");
        setter.nonce = 100;
        assert_eq!(setter.ask("check", &classic(9, UNIQUE))["count"], 1);
    };
    let message = |command: &str, kind: &str, data: &str| {
        json!({ "nonce": 1, "command": command, "dataType": kind, "data": data }).to_string()
    };
    let packed = |puzzle: Value| {
        message(
            "check",
            "fpuzzles",
            &compress_to_base64(&puzzle.to_string()),
        )
    };
    told("{".to_owned(), "cannot be read");
    told("[]".to_owned(), "cannot be read");
    told(json!({ "nonce": 1 }).to_string(), "command");
    told(message("divide", "fpuzzles", ""), "divide");
    told(message("check", "penpa", ""), "penpa");
    told(message("check", "fpuzzles", "!!!!"), "damaged");
    told(message("check", "fpuzzles", ""), "damaged");
    told(packed(json!({ "size": 9 })), "grid");
    told(packed(json!(7)), "size");
    told(
        packed(with(empty(9), "wormhole", json!([{ "cells": ["R1C1"] }]))),
        "wormhole",
    );
    told(
        packed(with(
            empty(9),
            "killercage",
            json!([{ "cells": ["R1C1"], "value": "99" }]),
        )),
        "99",
    );
    told(
        packed(with(
            empty(9),
            "line",
            json!([{ "lines": [["R1C1", "R1C2"]], "outlineC": "#67F067" }]),
        )),
        "1 drawing may be a rule",
    );
    told("x".repeat(5 << 20), "bytes");
}

#[test]
fn rules_and_drawings_that_are_not_read_can_be_left_out() {
    let server = Server::start(&["--ignore-unknown", "--ignore-drawings"]);
    let mut setter = server.setter();
    let unread = with(empty(4), "wormhole", json!([{ "cells": ["R1C1"] }]));
    let unread = with(
        unread,
        "line",
        json!([{ "lines": [["R1C1", "R1C2"]], "outlineC": "#67F067" }]),
    );
    assert_eq!(setter.ask("count", &unread)["count"], 288);
}

#[test]
fn a_search_has_its_time() {
    let server = Server::start(&["--time-limit", "300ms"]);
    let mut setter = server.setter();
    let answer = setter.ask("count", &empty(9));
    let message = answer["message"].as_str().expect("a message");
    assert!(message.starts_with("Undecided"), "{answer}");
    let mut page = server.page();
    let id = page.question(
        &json!({ "ask": "count", "puzzle": ".".repeat(81), "limits": { "nodes": u64::MAX } }),
    );
    let (answer, _) = page.answer(id);
    assert_eq!(answer["answer"]["stopped"], "cancelled", "{answer}");
}

#[test]
fn only_pages_that_are_trusted_may_ask() {
    let server = Server::start(&["--allow-origin", "https://setter.example/"]);
    let status = |path: &str, headers: &[(&'static str, &str)]| server.open(path, headers).err();
    let here = server.here();
    for path in ["/", "/ask"] {
        for origin in [
            "https://f-puzzles.com",
            "https://www.f-puzzles.com",
            "https://setter.example",
            "http://localhost:8123",
            &format!("http://{here}"),
        ] {
            assert_eq!(status(path, &[("origin", origin)]), None, "{origin}");
        }
        for origin in [
            "null",
            "http://f-puzzles.com",
            "https://evil.example",
            "https://f-puzzles.com.evil.example",
            "http://127.0.0.1.evil.example",
        ] {
            assert_eq!(status(path, &[("origin", origin)]), Some(403), "{origin}");
        }
        assert_eq!(status(path, &[]), None);
        assert_eq!(status(path, &[("host", &here)]), None);
        for host in [
            "evil.example",
            &format!("evil.example:{}", server.port),
            "localhost:1",
        ] {
            assert_eq!(status(path, &[("host", host)]), Some(403), "{host}");
        }
    }
    assert!(server.get("/", "evil.example").starts_with("HTTP/1.1 403"));
    let two = format!("GET / HTTP/1.1\r\nhost: {here}\r\nhost: evil.example\r\n");
    assert!(!server.request(&two).starts_with("HTTP/1.1 200"));
    let old = "GET / HTTP/1.0\r\n";
    assert!(!server.request(old).starts_with("HTTP/1.1 200"));
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = Server::start(&["corpus/seeds/miracle.toml"]);
    let here = server.here();
    let page = server.get("/", &here);
    for expected in [
        "HTTP/1.1 200",
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "cross-origin-resource-policy: same-origin",
        r#"<meta name="cluewright-ask" content="/ask">"#,
        r#"<meta name="cluewright-puzzle" content="/puzzle">"#,
    ] {
        assert!(page.contains(expected), "no {expected} in {page}");
    }
    assert!(
        server
            .get("/app.js", &here)
            .contains("content-type: text/javascript")
    );
    let puzzle = std::fs::read_to_string("corpus/seeds/miracle.toml").expect("it is there");
    let served = server.get("/puzzle", &here);
    assert!(served.ends_with(&puzzle) && served.contains("content-type: text/plain"));
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "//etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/index.html.toml",
    ] {
        assert!(
            server.get(path, &here).starts_with("HTTP/1.1 404"),
            "{path}"
        );
    }
    let post = server.request(&format!(
        "POST / HTTP/1.1\r\nhost: {here}\r\ncontent-length: 0\r\n"
    ));
    assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    let bare = Server::start(&[]);
    assert!(
        bare.get("/puzzle", &bare.here())
            .starts_with("HTTP/1.1 404")
    );
    assert!(!bare.get("/", &bare.here()).contains("cluewright-puzzle"));
}

#[test]
fn a_post_is_answered_as_the_library_answers() {
    let server = Server::start(&[]);
    let request = json!({ "ask": "check", "puzzle": "12.4341.2143.321" }).to_string();
    let (status, head, answer) = server.post("", &request);
    let expected: Value =
        serde_json::from_str(&cluewright::ask::answer(&request, &Host::default())).expect("JSON");
    assert_eq!((status, &answer), (200, &expected));
    assert!(head.contains("content-type: application/json"), "{head}");

    for (body, why) in [
        ("{", "not JSON"),
        (r#"{ "ask": "check", "what": 1 }"#, "`what`"),
        (r#"{ "ask": "check", "puzzle": "123" }"#, "3 symbols"),
        (
            r#"{ "ask": "solve", "puzzle": "12.4341.2143.321", "most": 1000000 }"#,
            "10000",
        ),
    ] {
        let (status, _, answer) = server.post("", body);
        assert_eq!(status, 400, "{body}: {answer}");
        let message = answer["error"]["message"].as_str().expect("a message");
        assert!(message.contains(why), "{body}: {message}");
    }
    let (status, _, answer) = server.post("", &" ".repeat(5 << 20));
    assert_eq!(status, 413, "{answer}");
}

#[test]
fn pages_that_are_trusted_may_post() {
    let server = Server::start(&[]);
    let request = json!({ "ask": "check", "puzzle": "12.4341.2143.321" }).to_string();
    let kind = "content-type: application/json\r\n";
    let (status, head, _) = server.post(
        &format!("origin: https://f-puzzles.com\r\n{kind}"),
        &request,
    );
    assert_eq!(status, 200);
    assert!(
        head.contains("access-control-allow-origin: https://f-puzzles.com"),
        "{head}"
    );
    let (status, head, _) =
        server.post(&format!("origin: https://evil.example\r\n{kind}"), &request);
    assert_eq!(status, 403);
    assert!(!head.contains("access-control"), "{head}");

    let here = server.here();
    let preflight = |path: &str, origin: &str| {
        server.request(&format!(
            "OPTIONS {path} HTTP/1.1\r\nhost: {here}\r\norigin: {origin}\r\n"
        ))
    };
    let allowed = preflight("/ask", "https://f-puzzles.com");
    assert!(allowed.starts_with("HTTP/1.1 204"), "{allowed}");
    assert!(
        allowed.contains("access-control-allow-headers: content-type"),
        "{allowed}"
    );
    assert!(preflight("/ask", "https://evil.example").starts_with("HTTP/1.1 403"));
    // Other sites cannot read the puzzle that the page was opened with.
    assert!(!preflight("/puzzle", "https://f-puzzles.com").contains("access-control"));
}

#[test]
fn the_description_names_the_address_of_the_server() {
    let server = Server::start(&[]);
    let described = server.get("/openapi.json", &server.here());
    let (_, body) = described.split_once("\r\n\r\n").expect("a head and a body");
    let described: Value = serde_json::from_str(body).expect("it is JSON");
    let address = format!("http://127.0.0.1:{}", server.port);
    assert_eq!(described["servers"][0]["url"], address);
    assert_eq!(described["paths"]["/ask"]["post"]["operationId"], "ask");
}

#[test]
fn a_site_that_may_embed_the_page_is_named() {
    let server = Server::start(&["--allow-embed", "https://blog.example/"]);
    let page = server.get("/", &server.here());
    assert!(
        page.contains("frame-ancestors https://blog.example\r\n"),
        "{page}"
    );
    assert!(!page.contains("x-frame-options"), "{page}");
}

#[test]
fn the_page_asks_as_the_library_does() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let files = [
        "corpus/seeds/miracle.toml",
        "tests/cli/two-ways.toml",
        "tests/cli/impossible.toml",
    ];
    for file in files {
        let puzzle = std::fs::read_to_string(file).expect("it is there");
        for ask in ["check", "candidates", "convert", "draw"] {
            let mut request = json!({ "ask": ask, "puzzle": puzzle });
            if ask == "convert" {
                request["to"] = json!("iss");
            }
            let id = page.question(&request);
            let (answer, _) = page.answer(id);
            let ours = cluewright::ask::answer(&request.to_string(), &Default::default());
            let ours: Value = serde_json::from_str(&ours).expect("it is JSON");
            assert_eq!(answer["answer"], ours, "{ask} {file}");
        }
    }
}

#[test]
fn no_settled_candidate_goes_unsaid() {
    let server = Server::start(&["--threads", "1"]);
    let mut page = server.page();
    let puzzle = "size = 9\n[clues]\nanti-knight = true";
    // The cap is raised until the search takes long enough to report progress.
    let is_told = [100, 10_000, 1_000_000].into_iter().any(|cap| {
        let request = json!({ "ask": "candidates", "cap": cap, "puzzle": puzzle });
        let id = page.question(&request);
        let (_, told) = page.answer(id);
        let mut settled = 0;
        for words in &told {
            let progress = &words["progress"];
            settled += progress["settled"].as_array().map_or(0, Vec::len);
            // In this stage, `done` counts candidates. A search for a single candidate counts guesses.
            if progress["doing"] == "candidates" {
                assert_eq!(progress["done"], settled, "{words}");
            }
        }
        let mut told = told.iter();
        told.any(|words| words["progress"]["doing"] == "candidates")
    });
    assert!(is_told, "too quick to say anything");
}

#[test]
fn short_questions_are_answered_beside_a_search() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let long = json!({ "ask": "count", "puzzle": ".".repeat(81), "limits": { "nodes": u64::MAX } });
    let first = page.question(&long);
    let short = page.question(&json!({ "ask": "rules", "name": "thermometer" }));
    let (answer, before) = page.answer(short);
    assert_eq!(answer["answer"]["rules"][0]["name"], "thermometer");
    assert!(
        before
            .iter()
            .all(|said| said["id"] == first && said.get("progress").is_some())
    );
    // The next search replaces the first one.
    let second = page.question(&long);
    let (ended, _) = page.answer(first);
    assert_eq!(ended, json!({ "id": first, "cancelled": true }));
    let said = page.hear();
    assert_eq!(said["id"], second);
    assert!(said["progress"]["solutions"].as_u64() > Some(0), "{said}");
    // Cancelling an unknown id has no effect.
    page.send(json!({ "id": first, "cancel": true }).to_string());
    let said = page.hear();
    assert!(
        said["id"] == second && said.get("progress").is_some(),
        "{said}"
    );
    page.send(json!({ "id": second, "cancel": true }).to_string());
    let (ended, _) = page.answer(second);
    assert_eq!(ended, json!({ "id": second, "cancelled": true }));
}

#[test]
fn questions_that_cannot_be_answered_say_why() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let cases = [
        ("{".to_owned(), json!(null), "not JSON"),
        (json!([]).to_string(), json!(null), "cannot be read"),
        (
            json!({ "id": 3, "quest": {} }).to_string(),
            json!(3),
            "quest",
        ),
        (
            json!({ "id": 4, "request": { "ask": "chek" } }).to_string(),
            json!(4),
            "chek",
        ),
        (
            json!({ "id": 5, "request": { "ask": "check", "puzzle": "" } }).to_string(),
            json!(5),
            "empty",
        ),
        (
            json!({ "id": 6, "request": { "ask": "solve", "most": 1e9 as u64, "puzzle": "" } })
                .to_string(),
            json!(6),
            "10000",
        ),
        (
            json!({ "id": 7, "request": { "ask": "candidates", "cap": 1e9 as u64, "puzzle": "" } })
                .to_string(),
            json!(7),
            "1000",
        ),
        ("y".repeat(5 << 20), json!(null), "bytes"),
    ];
    for (text, id, expected) in cases {
        page.send(text);
        let answer = page.hear();
        let message = answer["answer"]["error"]["message"]
            .as_str()
            .unwrap_or_default();
        assert!(answer["id"] == id && message.contains(expected), "{answer}");
    }
}

#[test]
fn sockets_have_a_limit() {
    let server = Server::start(&[]);
    let open: Vec<Client> = (0..32).map(|_| server.setter()).collect();
    assert_eq!(server.open("/", &[]).err(), Some(503));
    drop(open);
    let started = Instant::now();
    while server.open("/", &[]).is_err() {
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_well() {
    let mut server = Server::start(&[]);
    let mut setter = server.setter();
    setter.command("count", &empty(9));
    setter.hear();
    let id = server.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("there is `kill`").success());
    let status = server.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start(&[]);
    let port = server.port.to_string();
    let run = assert_cmd::Command::cargo_bin("cluewright")
        .expect("the binary is built")
        .args(["serve", "--port", &port])
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{told}");
    assert!(
        told.contains(&format!(
            "port {port} is not available: another program uses it"
        )),
        "{told}"
    );
    let run = assert_cmd::Command::cargo_bin("cluewright")
        .expect("the binary is built")
        .args(["serve", "no-such-file.toml"])
        .output()
        .expect("it runs");
    assert_eq!(run.status.code(), Some(2));
}
