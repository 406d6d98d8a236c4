//! Views: results as text for people. Nothing is computed here.

mod batch;
mod beside;
mod candidates;
mod check;
mod corpus;
mod echo;
mod grid;
mod named;
mod plot;
mod rule_json;
mod rule_page;
mod solution;
mod words;

pub use batch::{batch_line, batch_progress, batch_summary};
pub use beside::beside;
pub use candidates::{candidates_text, estimate_line};
pub use check::{Checked, check_text};
pub use corpus::{diff_text, stats_plots, stats_text};
pub use echo::{echo, warnings};
pub use grid::{Grid, Look};
pub use named::Named;
pub use plot::{Bar, bar_plot, histogram};
pub use rule_json::{ParamJson, RuleJson};
pub use rule_page::{rule_book, rule_list, rule_page};
pub use solution::{Extras, differences, solution, solution_lines, solutions};
pub use words::{count_line, grouped, guesses, seconds, stopped, verdict_line};
