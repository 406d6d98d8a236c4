//! Views: results as text for people. Nothing is computed here.

mod beside;
mod candidates;
mod check;
mod echo;
mod grade;
mod grid;
mod named;
mod rule_json;
mod rule_page;
mod solution;
mod steps;
mod words;

pub use beside::beside;
pub use candidates::{candidates_text, estimate_line};
pub use check::{Checked, check_text};
pub use echo::{echo, warnings};
pub use grade::grade_text;
pub use grid::{Grid, Look};
pub use named::Named;
pub use rule_json::{ParamJson, RuleJson};
pub use rule_page::{rule_book, rule_list, rule_page};
pub use solution::{Extras, differences, solution, solution_lines, solutions};
pub use steps::{
    cells_text, cite_name, cites_text, rating, step_full, step_grid, step_short, technique,
};
pub use words::{count_line, grouped, guesses, seconds, stopped, verdict_line};
