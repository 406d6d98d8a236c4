//! Collects the drawings of other formats, converted to SudokuPad's elements.

use super::drawings::{shape, stroke};
use crate::kit::drawn::{self, Drawn, Form, Spot, settle};
use crate::kit::node::Node;
use crate::kit::unknown::count_drawings;
use cluewright_puzzle::{Cell, Element, Layer, Layout, Puzzle, Status};
use serde_json::Value;

/// The width of a cell in SudokuPad's unit of length.
pub(crate) const PIXELS: f64 = 64.0;

/// The drawings of a puzzle that is being read.
#[derive(Default)]
pub(crate) struct Canvas {
    /// The drawings that may be rules.
    items: Vec<drawn::Item>,
}

impl Canvas {
    /// Adds a drawing as an element of a layer. If it may be a rule, adds it to the drawings to be
    /// classified.
    pub(crate) fn draw(&mut self, puzzle: &mut Puzzle, layer: Layer, item: Value) {
        let drawn = drawing_of(layer, &Node::root(&item), &puzzle.layout);
        let name = layer.name().to_owned();
        let status = match drawn {
            Some(drawn) => {
                // The element is added below, so the current length is its index.
                let element = Some(puzzle.elements.len());
                self.items.push(drawn::Item {
                    name,
                    drawn,
                    element,
                });
                Status::Open
            }
            None => {
                count_drawings(puzzle, &name, 1);
                Status::decoration("no part of it can be a rule")
            }
        };
        puzzle.elements.push(Element {
            layer,
            item,
            status,
        });
    }

    /// Classifies the drawings. All clues of the puzzle must be known.
    pub(crate) fn settle(&mut self, puzzle: &mut Puzzle) {
        settle(puzzle, std::mem::take(&mut self.items));
    }
}

fn drawing_of(layer: Layer, item: &Node<'_>, layout: &Layout) -> Option<Drawn> {
    match layer {
        Layer::Lines => stroke(Form::Line, item, layout),
        Layer::Arrows => stroke(Form::Arrow, item, layout),
        Layer::Underlays | Layer::Overlays => shape(item, layout),
        Layer::Cages => {
            let cells = cells_of(item, layout);
            (!cells.is_empty()).then(|| Drawn {
                form: Form::Cage,
                spot: Spot::Cells(cells),
                text: item.text("value").unwrap_or_default(),
            })
        }
        Layer::FogLight | Layer::TriggerEffect => None,
    }
}

fn cells_of(item: &Node<'_>, layout: &Layout) -> Vec<Cell> {
    let cells = item.value.get("cells").and_then(Value::as_array);
    let at = |place: &Value, axis: usize| i32::try_from(place.get(axis)?.as_i64()?).ok();
    let cell = |place: &Value| layout.cell_at(at(place, 0)?, at(place, 1)?);
    cells.into_iter().flatten().filter_map(cell).collect()
}
