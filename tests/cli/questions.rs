//! Reads the schema of the questions, and generates documents and code from it.

use cluewright::ask;
use serde_json::{Map, Value};
use std::fmt::Write;

/// Questions that need no puzzle.
const WITHOUT_PUZZLE: [&str; 3] = ["fill", "generate", "rules"];

/// Questions whose Python methods are written by hand, because their arguments or answers differ from the keys.
const BY_HAND: [&str; 10] = [
    "check",
    "solve",
    "count",
    "candidates",
    "estimate",
    "grade",
    "hint",
    "diagnose",
    "convert",
    "report",
];

/// The schema of requests and answers.
pub(crate) struct Questions(Value);

/// A question: one form of the schema's requests.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    document: &'a Value,
    form: &'a Value,
}

impl Questions {
    pub(crate) fn describe() -> Self {
        Self(ask::schema().to_value())
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Question<'_>> {
        let document = &self.0;
        let forms = document["$defs"]["Request"]["oneOf"].as_array();
        let forms = forms.expect("one form for each question").iter();
        forms.map(move |form| Question { document, form })
    }
}

impl<'a> Question<'a> {
    pub(crate) fn name(self) -> &'a str {
        let name = self.form["properties"]["ask"]["const"].as_str();
        name.expect("each question has a name")
    }

    /// Returns the examples of requests in the question's own file.
    pub(crate) fn examples(self) -> impl Iterator<Item = &'a Value> {
        self.form["examples"].as_array().into_iter().flatten()
    }

    /// Returns the keys of the question's requests, without `ask` and `limits`.
    fn keys(self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let own = |(key, _): &(&str, &Value)| !["ask", "limits"].contains(key);
        members(self.form).filter(own)
    }

    fn requires(self, key: &str) -> bool {
        let required = self.form["required"].as_array();
        required.into_iter().flatten().any(|name| name == key)
    }

    fn has_limits(self) -> bool {
        self.form["properties"].get("limits").is_some()
    }

    /// Returns the name of the answer's type: the listed answer with the same description as the question.
    fn answer(self) -> Option<&'a str> {
        let answers = self.document["$defs"]["Envelope"]["anyOf"].as_array();
        let mut answers = answers.into_iter().flatten();
        let answer = answers.find(|answer| answer["description"] == self.form["description"]);
        answer?["$ref"].as_str()?.strip_prefix("#/$defs/")
    }

    fn answer_keys(self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let name = self.answer();
        name.map(|name| members(&self.document["$defs"][name]))
            .into_iter()
            .flatten()
    }

    fn has_section(self, page: &str) -> bool {
        let name = format!("`{}`", self.name());
        let mut lines = page.lines();
        lines.any(|line| line.starts_with("## ") && line.contains(&name))
    }

    /// Returns the section about the question in `docs/JSON.md`: an example, and the keys of the request and the
    /// answer.
    fn section(self) -> String {
        let mut text = format!("\n## `{}`\n\n{}\n", self.name(), words(self.form));
        for example in self.examples() {
            let _ = write!(text, "\n```json\n{example}\n```\n");
        }
        for (whose, keys) in [
            ("request", &mut self.keys() as &mut dyn Iterator<Item = _>),
            ("answer", &mut self.answer_keys()),
        ] {
            let _ = write!(text, "\n| key of the {whose} | value |\n| --- | --- |\n");
            for (key, schema) in keys {
                let _ = writeln!(text, "| `{key}` | {} |", words(schema));
            }
        }
        text
    }

    /// Returns the source code of the Python class for an answer.
    fn python_class(self, name: &str) -> String {
        let mut text = format!(
            "\n\nclass {name}(Told):\n    \"\"\"{}\"\"\"\n\n",
            words(self.form)
        );
        for (key, schema) in self.answer_keys() {
            let kind = self.python_type(schema, &ANSWERED);
            let (kind, read) = match kind.strip_suffix(" | None") {
                Some(list) if list.starts_with("list[") => (list, "_list()"),
                None if kind.starts_with("list[") => (&*kind, "_list()"),
                _ => (&*kind, "_one()"),
            };
            let kind = match read == "_list()" || kind.ends_with(" | None") {
                true => kind.to_owned(),
                false => format!("{kind} | None"),
            };
            let _ = write!(
                text,
                "    #: {}\n    {key}: {kind} = {read}\n",
                words(schema)
            );
        }
        text
    }

    /// Returns the source code of the question's method in the Python class for puzzles.
    fn python_method(self, answer: &str) -> String {
        let name = self.name();
        let mut arguments = String::new();
        let mut question = format!("{{\"ask\": \"{name}\"");
        let mut about = format!("{}\n", words(self.form));
        let (first, rest): (Vec<_>, Vec<_>) = self.keys().partition(|(key, _)| self.requires(key));
        for &(key, schema) in &first {
            let kind = self.python_type(schema, &ASKED);
            let _ = writeln!(arguments, "        {key}: {kind},");
            let _ = write!(question, ", \"{key}\": {key}");
        }
        if !rest.is_empty() || self.has_limits() {
            arguments.push_str("        *,\n");
        }
        question.push('}');
        if !rest.is_empty() {
            question.push_str(" | wanted(\n");
        }
        for &(key, schema) in &rest {
            let kind = self.python_type(schema, &ASKED);
            let kind = kind.strip_suffix(" | None").unwrap_or(&kind);
            let _ = writeln!(arguments, "        {key}: {kind} | None = None,");
            let _ = writeln!(question, "            {key}={key},");
        }
        if !rest.is_empty() {
            question.push_str("        )");
        }
        for (key, schema) in first.iter().chain(&rest) {
            let _ = write!(about, "\n        ``{key}``: {}", words(schema));
        }
        let mut limits = "";
        if self.has_limits() {
            arguments.push_str(
                "        nodes: int | None = None,\n        seconds: float | None = None,\n        threads: int = 0,\n        \
                 progress: Progress | None = None,\n",
            );
            limits = ", nodes, seconds, threads, progress";
        }
        format!(
            "\n    def {name}(\n        self,\n{arguments}    ) -> {answer}:\n        \"\"\"{about}\n        \"\"\"\n        \
             question = {question}\n        return self._ask({answer}, question{limits})\n"
        )
    }

    fn python_type(self, schema: &Value, names: &PythonNames) -> String {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.trim_start_matches("#/$defs/");
            return self.python_type(&self.document["$defs"][name], names);
        }
        let forms = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
        if let Some(forms) = forms {
            let mut kinds: Vec<String> = vec![];
            for kind in forms.iter().map(|form| self.python_type(form, names)) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            return kinds.join(" | ");
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            kind => vec![kind.as_str().unwrap_or("string")],
        };
        let kinds = kinds.into_iter().map(|kind| match kind {
            "integer" => "int".to_owned(),
            "number" => "float".to_owned(),
            "boolean" => "bool".to_owned(),
            "null" => "None".to_owned(),
            "object" => names.object.to_owned(),
            "array" if schema.get("items").is_some_and(Value::is_object) => {
                let item = self.python_type(&schema["items"], names);
                format!("{}[{item}]", names.list)
            }
            "array" => format!("{}[Any]", names.list),
            _ => "str".to_owned(),
        });
        kinds.collect::<Vec<_>>().join(" | ")
    }
}

/// The Python types used for JSON lists and objects.
struct PythonNames {
    list: &'static str,
    object: &'static str,
}

const ASKED: PythonNames = PythonNames {
    list: "Sequence",
    object: "Mapping[str, Any]",
};

const ANSWERED: PythonNames = PythonNames {
    list: "list",
    object: "Json",
};

fn members(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = schema["properties"].as_object();
    let members = members.into_iter().flat_map(Map::iter);
    members.map(|(key, schema)| (key.as_str(), schema))
}

/// Returns the description in a schema, on one line.
fn words(schema: &Value) -> String {
    let words = schema["description"].as_str().unwrap_or_default();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The line that ends the part of `docs/JSON.md` that is written by hand.
const GENERATED: &str = "\n<!-- The sections below follow from the questions: CLUEWRIGHT_BLESS=1 cargo test --test cli generated -->\n";

/// Returns `docs/JSON.md` with a generated section for each question that the part written by hand does not
/// cover.
pub(crate) fn page_about_json(page: &str) -> String {
    let (written, _) = page.split_once(GENERATED).unwrap_or((page, ""));
    let questions = Questions::describe();
    let missing = questions
        .all()
        .filter(|question| !question.has_section(written));
    let sections: String = missing.map(|question| question.section()).collect();
    match sections.is_empty() {
        true => written.to_owned(),
        false => format!("{written}{GENERATED}{sections}"),
    }
}

/// Returns `python/cluewright/questions.py`: the generated methods of puzzles, and their answers.
pub(crate) fn python_questions() -> String {
    let questions = Questions::describe();
    let generated = questions.all().filter(|question| {
        let name = &question.name();
        !BY_HAND.contains(name) && !WITHOUT_PUZZLE.contains(name) && *name != "draw"
    });
    let (mut names, mut answers, mut methods) = (String::new(), String::new(), String::new());
    for question in generated {
        let answer = question.answer().expect("the answer has a type");
        if answer != "Converted" {
            let _ = writeln!(names, "    \"{answer}\",");
            answers += &question.python_class(answer);
        }
        methods += &question.python_method(answer);
    }
    format!(
        "{PYTHON_HEAD}\n__all__ = [\n{names}]\n{answers}\n\nclass Questions(Asked):\n    \"\"\"The questions to a puzzle.\"\"\"\n\n    __slots__ = ()\n{methods}"
    )
}

const PYTHON_HEAD: &str = r#""""Questions and answers that follow from ``docs/ask.schema.json``.

Generated, do not edit: ``CLUEWRIGHT_BLESS=1 cargo test --test cli generated``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .answers import Converted, Json, Told, _list, _one
from .asked import Asked, Progress, wanted
"#;
