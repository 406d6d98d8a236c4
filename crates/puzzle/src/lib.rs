//! Puzzles as their setters wrote them: a grid, its givens and clues, and the accompanying text.
//!
//! A [`Puzzle`] is plain data, regardless of the format from which it was read. It contains no search state and no
//! rules: a [`Clue`] has the name of its rule, its cells and its parameters, and the rule book defines their meaning.

pub mod budget;
pub mod clock;
mod clue;
mod colour;
mod digits;
mod draft;
mod edit;
mod element;
mod house;
mod layout;
mod own_rule;
pub mod pool;
mod puzzle;
mod sight;
mod source_picture;
pub mod spelling;
mod symmetry;
mod unread;

pub use clue::{Clue, Param};
pub use colour::css_colour;
pub use digits::{DigitSet, digit_char, digit_of_char};
pub use draft::{Draft, OpenClue, OpenKind, Values, Wanted};
pub use edit::{Edit, GIVEN};
pub use element::{Element, Import, Layer, Recognised, Sentence, Status};
pub use house::House;
pub use layout::parse_place;
pub use layout::{Boxes, Cell, CellNameError, Layout, LayoutError};
pub use own_rule::{OwnRule, has_own_rule};
pub use puzzle::{About, Drawing, Extra, Given, Kept, Puzzle};
pub use sight::{DIAGONALS, Place, Step};
pub use source_picture::SourcePicture;
pub use symmetry::{
    Canonical, Symmetry, SymmetryError, VIEWS, canonical_grid, image, in_view, turned,
};
pub use unread::{
    BETWEEN_SENTENCES, DOUBT, GRID, REST, SENTENCE, Unread, count_unread, open_part,
    summarise_unread,
};
