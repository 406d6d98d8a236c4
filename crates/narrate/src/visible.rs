//! Makes the control characters in untrusted text visible.
//!
//! A title may contain sequences that move the cursor, or characters that change the direction of the following text. Either
//! could fake a verdict. Control characters are escaped as in JSON, so JSON keeps its meaning when it is shown in a
//! terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns `true` if a character is invisible, or changes how a terminal shows other characters.
#[must_use]
pub fn is_control(c: char) -> bool {
    match c {
        '\u{61c}' | '\u{180e}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true, // direction marks, fillers
        '\u{2028}'..='\u{202e}' => true, // line separators, embeddings and overrides of the direction
        '\u{2060}'..='\u{206f}' => true, // invisible operators, isolates
        '\u{fff9}'..='\u{fffb}' => true, // interlinear annotations
        '\u{e0000}'..='\u{e007f}' => true, // tags
        c => c.is_control(),             // C0 and C1 control characters and DEL
    }
}

/// Escapes the control characters of a text with several lines, except for line feeds and tabs.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, |c| is_control(c) && !matches!(c, '\n' | '\t'))
}

/// Escapes the control characters of a text, including line feeds and tabs, so that it cannot begin a new line.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    escape(text, is_control)
}

fn escape(text: &str, is_escaped: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if !is_escaped(c) => shown.push(c),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            c => {
                // An escape in JSON has four digits, so a character above U+FFFF needs two of them.
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(shown, "\\u{unit:04x}");
                }
            }
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_shown_as_in_json() {
        let text = "a\u{1b}[31m\u{9b}2J\u{202e}\r\u{e0041}\u{7f}\n\tÄ → é 数独";
        let shown = "a\\u001b[31m\\u009b2J\\u202e\\r\\udb40\\udc41\\u007f\n\tÄ → é 数独";
        assert_eq!(visible(text), shown);
        assert_eq!(one_line("a\n\tb"), "a\\n\\tb");
        let json = format!("\"{}\"", one_line(text));
        let read: String = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(read, text);
    }
}
