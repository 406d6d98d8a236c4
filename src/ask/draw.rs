//! Pictures of puzzles.

use super::{Ask, Host, Read, Refusal};
use crate::Prepared;
use crate::report::{self, Beside, Highlight};
use cluewright_formats::native::{Drawable, RefusedClue};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Draws a puzzle: grid, regions, givens, and clues with the pictures of their rules.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Draw {
    /// `true` for separate layers, which a page can show, hide and colour.
    pub layers: bool,
    /// `true` to draw as much as possible of an unfinished or invalid puzzle file: regions of any size, and each clue
    /// whose cells are known. The answer lists the clues that cannot be drawn.
    pub partial: bool,
    /// The parts of the drawing to highlight.
    pub highlight: Highlight,
    /// Candidates to write into the cells in small digits: a string of digits for each cell in reading order.
    pub candidates: Vec<String>,
    /// A solution to fill in: one character for each cell in reading order.
    pub solution: String,
    /// Small text in the middle of cells, by the cell's name.
    pub marks: BTreeMap<String, String>,
    /// `true` to leave out the names of rows and columns.
    pub unlabelled: bool,
}

/// A picture of a puzzle, as a document or in layers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(extend("anyOf" = [{ "required": ["svg"] }, { "required": ["picture"] }]))]
#[non_exhaustive]
pub struct Drawn {
    /// The picture as an SVG document; left out for a picture in layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// The picture in layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Layers>,
    /// The clues that a `partial` picture cannot show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedClue>,
}

/// A picture in layers. A cell is `cell` units wide, and the grid's top left corner is the origin.
///
/// The class of a shape states its meaning (`ink`, `paper`, `blame` …). Its colour is an attribute, which any style
/// sheet overrides. The shapes of a clue are in groups with the classes `clue` and the name of its rule. Such a group
/// has the rule's colour and the attributes `data-clue` (the clue's index, from 0), `data-rule`, `data-nth` (the clue's
/// index among those of its rule) and `data-cells`. A given has `data-given`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Layers {
    /// Number of rows of the grid.
    pub rows: u8,
    /// Number of columns of the grid.
    pub columns: u8,
    /// Width and height of a cell, in units of the picture.
    pub cell: f64,
    /// Left, top, width and height of the drawn area.
    pub view_box: [f64; 4],
    /// The layers that are not empty, from back to front.
    pub layers: Vec<DrawnLayer>,
    /// A style sheet whose variables (`--cw-ink` …) colour the classes. It is the same for all pictures.
    pub style: &'static str,
}

/// One layer of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnLayer {
    /// The name of the layer: `paper`, `highlight`, `drawn-under` (areas and lines of the source), `under` (areas and
    /// lines of clues that the source does not show), `grid`, `over` (cages, dots and texts of clues), `drawn-over`
    /// (cages, shapes and texts of the source), `outside` (clues outside the grid), `names` (of rows and columns),
    /// `givens`, `marks` (candidates, solution) or `notes` (clues without a shape, below the grid).
    pub name: &'static str,
    /// The elements of the picture, as SVG.
    pub svg: String,
}

impl Ask for Draw {
    type Reply = Drawn;

    fn needs_all(&self) -> bool {
        false
    }

    fn needs_search(&self) -> bool {
        false
    }

    fn answer(&self, prepared: &Prepared, _: &Host<'_>) -> Result<Drawn, Refusal> {
        self.of(prepared.book(), prepared.puzzle())
    }

    /// Also draws puzzle files that cannot be prepared, such as unfinished files and files with open values.
    fn answer_text(
        &self,
        text: &str,
        read: &Read,
        host: &Host<'_>,
    ) -> Result<(Puzzle, Drawn), Refusal> {
        let book = Book::builtin();
        let Drawable { puzzle, refused } = read.drawable(text, book, self.partial, host)?;
        let drawn = self.of(book, &puzzle)?;
        Ok((puzzle, Drawn { refused, ..drawn }))
    }
}

impl Draw {
    /// Draws a puzzle, which need not be prepared.
    ///
    /// # Errors
    /// Returns an error if a cell, clue or given to highlight does not exist, or if the solution or the candidates do not
    /// have one entry for each cell.
    pub(crate) fn of(&self, book: &Book, puzzle: &Puzzle) -> Result<Drawn, Refusal> {
        self.check(puzzle)?;
        let beside = Beside {
            highlight: self.highlight.clone(),
            candidates: &self.candidates,
            solution: &self.solution,
            marks: self.marks.clone(),
            unlabelled: self.unlabelled,
        };
        let picture = report::picture(book, puzzle, &beside);
        if !self.layers {
            return Ok(Drawn {
                svg: Some(picture.document(report::Theme::Auto, None)),
                picture: None,
                refused: vec![],
            });
        }
        let layers = picture.layers.into_iter();
        let layers = Layers {
            rows: puzzle.layout.rows,
            columns: puzzle.layout.columns,
            cell: report::CELL,
            view_box: picture.view_box,
            layers: layers.map(|(name, svg)| DrawnLayer { name, svg }).collect(),
            style: report::STYLE,
        };
        Ok(Drawn {
            svg: None,
            picture: Some(layers),
            refused: vec![],
        })
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), Refusal> {
        let layout = &puzzle.layout;
        for cell in self.highlight.cells.iter().chain(self.marks.keys()) {
            let known = layout.parse_name(cell);
            known.map_err(|error| Refusal::new(error.to_string()))?;
        }
        let lists = [
            ("clue", &self.highlight.clues, puzzle.clues.len()),
            ("given", &self.highlight.givens, puzzle.givens.len()),
        ];
        for (what, places, count) in lists {
            if let Some(place) = places.iter().find(|&&place| place >= count) {
                let message = format!("there is no {what} {place}; the puzzle has {count}");
                return Err(Refusal::new(message).help("indices start at 0"));
            }
        }
        let cells = layout.cell_count();
        let sizes = [
            ("candidates", self.candidates.len()),
            ("the solution", self.solution.chars().count()),
        ];
        // A size of 0 is the default: without a solution or candidates, there is no size to check.
        match sizes.iter().find(|(_, size)| *size != 0 && *size != cells) {
            Some((what, size)) => Err(Refusal::new(format!(
                "{what}: found {size} cells, but the grid has {cells}"
            ))),
            None => Ok(()),
        }
    }
}
