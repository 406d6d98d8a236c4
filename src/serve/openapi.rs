//! The OpenAPI description of `POST /ask`, derived from the schema of requests and answers.

use crate::ask::schema;
use serde_json::{Value, json};

/// The location of definitions in OpenAPI. JSON Schema has them under `$defs`.
const DEFINITIONS: &str = "#/components/schemas/";

/// Returns the OpenAPI 3.1 description of the server on the given port.
pub(super) fn describe(port: u16) -> Value {
    let mut schemas = schema().get("$defs").cloned().unwrap_or_default();
    move_references(&mut schemas);
    let body = |name: &str| json!({ "application/json": { "schema": { "$ref": format!("{DEFINITIONS}{name}") } } });
    let refused =
        |description: &str| json!({ "description": description, "content": body("Answered") });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Cluewright",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Questions about sudoku variants, answered by `cluewright serve` on this machine.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": format!("http://127.0.0.1:{port}") }],
        "paths": {
            "/ask": {
                "post": {
                    "operationId": "ask",
                    "summary": "Answers a question about a puzzle.",
                    "requestBody": { "required": true, "content": body("Request") },
                    "responses": {
                        "200": { "description": "The answer.", "content": body("Answered") },
                        "400": refused("The request or its puzzle cannot be read, or the question has no answer."),
                        "403": { "description": "The page that sent the request is not allowed to send questions." },
                        "413": refused("The request is too long."),
                        "500": refused("The engine failed."),
                        "503": refused("Too many questions are open; try again later."),
                    },
                },
            },
        },
        "components": { "schemas": schemas },
    })
}

/// Changes references to `$defs` into references to the location in OpenAPI.
fn move_references(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            for (key, value) in keys {
                match value {
                    Value::String(target) if key == "$ref" => {
                        *target = target.replacen("#/$defs/", DEFINITIONS, 1);
                    }
                    other => move_references(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the targets of all references in a schema.
    fn references(schema: &Value) -> Vec<&str> {
        match schema {
            Value::Object(keys) => {
                let own = keys.get("$ref").and_then(Value::as_str);
                own.into_iter()
                    .chain(keys.values().flat_map(references))
                    .collect()
            }
            Value::Array(items) => items.iter().flat_map(references).collect(),
            _ => vec![],
        }
    }

    #[test]
    fn every_reference_leads_to_a_schema_with_an_allowed_name() {
        let description = describe(4545);
        let schemas = description["components"]["schemas"]
            .as_object()
            .expect("schemas");
        let is_allowed = |name: &str| {
            name.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
        };
        assert!(schemas.keys().all(|name| is_allowed(name)));
        for target in references(&description) {
            let name = target.strip_prefix(DEFINITIONS);
            assert!(
                name.is_some_and(|name| schemas.contains_key(name)),
                "{target}"
            );
        }
    }
}
