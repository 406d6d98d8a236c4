//! Views: results as text for people. Nothing is computed here.

mod beside;
mod candidates;
mod check;
mod diagnosis;
mod diagnosis_svg;
mod echo;
mod grid;
mod rule_json;
mod rule_page;
mod solution;
mod svg;
mod words;

pub use beside::beside;
pub use candidates::{candidates_text, estimate_line};
pub use check::{Checked, check_text};
pub use diagnosis::diagnosis_text;
pub use diagnosis_svg::diagnosis_svg;
pub use echo::{echo, warnings};
pub use grid::{Grid, Look};
pub use rule_json::{ParamJson, RuleJson};
pub use rule_page::{rule_book, rule_list, rule_page};
pub use solution::{Extras, differences, solution, solution_lines, solutions};
pub use svg::Canvas;
pub use words::{count_line, grouped, guesses, seconds, stopped, verdict_line};
