//! The contract that all hosts share, as a JSON schema.

use super::request::Envelope;
use super::{Fillings, New, Progress, Refusal, Reply, Request, RuleJson};
#[cfg(feature = "cli")]
use cluewright_certificates::CertifiedJson;
use cluewright_narrate::TechniqueJson;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};

/// All answers that hosts write: replies, refusals and lines of commands. Only the schema needs this type.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Answered {
    /// A reply, with the keys that identify its puzzle.
    Reply(Envelope<'static, Reply>),
    /// The reason why a question has no answer.
    Refused(Refused),
    /// A line of command output that does not belong to a puzzle.
    Line(Box<Line>),
}

/// A refusal. A refused request has only `error`; a line of a command also names the puzzle.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Refused {
    /// A request that was refused.
    Request {
        /// The reason why the question was refused.
        error: Refusal,
    },
    /// A puzzle that a command cannot read, or for which it has no answer.
    Command {
        /// The name of the source of the puzzle.
        puzzle: String,
        /// The reason why the puzzle was refused.
        error: Complaint,
    },
}

/// A refusal in the output of a command, with the name of the file that caused it.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Complaint {
    #[schemars(flatten)]
    refusal: Refusal,
    /// The name of the file, or a description if the text has no file.
    file: Option<String>,
}

/// A line of a command that names no puzzle.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Line {
    /// The answer to `fill`.
    Fill(Fillings),
    /// A puzzle that `generate` made.
    Generate(Box<New>),
    /// A rule in the list of `rules`.
    Rule(Box<RuleJson>),
    /// A certificate of `certify`.
    #[cfg(feature = "cli")]
    Certificate(CertifiedJson),
    /// An entry in the list of `techniques`.
    Technique(TechniqueJson),
}

/// Returns the JSON schema of requests, answers and progress: `docs/ask.schema.json`.
///
/// It describes requests as they are read and answers as they are written. A request may leave out a key that has a
/// default, but an answer always has the key.
#[must_use]
pub fn schema() -> Schema {
    let [mut read, mut written] = generators();
    let request = read.subschema_for::<Request>();
    let answer = written.subschema_for::<Answered>();
    let progress = written.subschema_for::<Progress>();
    let mut definitions = read.take_definitions(true);
    // Definitions with the same name are equal in both schemas (a test compares them), so either may replace the other.
    definitions.extend(written.take_definitions(true));
    let described = |mut schema: Schema, text: &str| {
        schema.insert("description".to_owned(), text.into());
        schema
    };
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Contract",
        "description": "Requests, their answers, and reports of progress.",
        "type": "object",
        "properties": {
            "request": described(request, "A question with its puzzle."),
            "answer": described(answer, "The answer to a request, or a line that a command writes with `--json`."),
            "progress": described(progress, "A report on the progress of a question."),
        },
        "required": ["request", "answer", "progress"],
        "$defs": definitions,
    })
}

/// Creates two schema generators: one for requests as they are read, one for answers as they are written.
fn generators() -> [SchemaGenerator; 2] {
    let settings = SchemaSettings::draft2020_12();
    let written = settings.clone().for_serialize();
    [settings.for_deserialize(), written].map(SchemaSettings::into_generator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_the_same_name_are_the_same_in_both_directions() {
        let [mut read, mut written] = generators();
        read.subschema_for::<Request>();
        written.subschema_for::<Answered>();
        let shared = read.definitions().iter();
        let shared =
            shared.filter_map(|(name, read)| Some((name, read, written.definitions().get(name)?)));
        let names: Vec<_> = shared
            .map(|(name, read, written)| {
                assert_eq!(read, written, "{name}");
                name
            })
            .collect();
        assert!(names.contains(&&"Edit".to_owned()), "{names:?}");
    }
}
