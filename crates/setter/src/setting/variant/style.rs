//! The style of a new puzzle's layout: its symmetry, whether its clues cluster in one area of the grid, and whether they
//! have equal numbers.

use super::wish::{Wish, WishError};
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle, Symmetry, SymmetryError};
use cluewright_rules::{Default, ParamKind};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// The symmetries of layouts, with their weights. Of 460 puzzles featured in videos, 40 % have no symmetry at all. In 19 %,
/// all clues on the grid map to each other under a half turn, in 8 % under reflection in each diagonal, and in 5 % under a
/// quarter turn. The weights of symmetries are higher here, because random clues without a symmetry look more scattered than
/// a setter's clues.
const SYMMETRIES: [(Symmetry, u32); 7] = [
    (Symmetry::None, 20),
    (Symmetry::HalfTurn, 25),
    (Symmetry::QuarterTurn, 13),
    (Symmetry::Diagonal, 12),
    (Symmetry::AntiDiagonal, 12),
    (Symmetry::LeftRight, 12),
    (Symmetry::TopBottom, 6),
];

/// The share of layouts without a symmetry whose clues cluster in one area of the grid.
const GATHERED: f64 = 0.6;
/// The share of layouts without a symmetry in which all clues of a rule have the same number. In a fifth of all featured
/// puzzles with four or more cages, all cages have the same sum.
const EQUAL: f64 = 0.6;
/// Maximum difference, in cells, between the length of a line (or the size of an area) and the typical one in the puzzle.
const SPREAD: usize = 1;

/// A symmetry as it applies to the cells of a grid.
pub(super) struct Arrangement {
    /// The maps from cells to cells under which clues repeat. The first map is the identity.
    pub(super) maps: Vec<Vec<Cell>>,
    /// Sets of cells that are given together.
    pub(super) orbits: Vec<Vec<Cell>>,
    weight: u32,
}

impl Arrangement {
    fn new(symmetry: Symmetry, weight: u32, layout: &Layout) -> Result<Self, SymmetryError> {
        Ok(Self {
            maps: symmetry.maps(layout)?,
            orbits: symmetry.orbits(layout)?,
            weight,
        })
    }

    /// Returns the arrangements to choose from: the requested one, or all arrangements that the grid allows.
    ///
    /// # Errors
    /// Returns an error if the grid does not have the requested symmetry.
    pub(super) fn choices(
        asked: Option<Symmetry>,
        layout: &Layout,
    ) -> Result<Vec<Self>, WishError> {
        let Some(symmetry) = asked else {
            let all = SYMMETRIES.into_iter();
            let fitting =
                all.filter_map(|(symmetry, weight)| Self::new(symmetry, weight, layout).ok());
            return Ok(fitting.collect());
        };
        let refuse = |error: SymmetryError| WishError {
            message: error.to_string(),
            help: None,
        };
        Ok(vec![Self::new(symmetry, 1, layout).map_err(refuse)?])
    }

    fn has_symmetry(&self) -> bool {
        self.maps.len() > 1
    }
}

#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    pub(super) arrangement: &'a Arrangement,
    /// `true` if the clues cluster in one area and leave the rest of the grid empty.
    pub(super) is_gathered: bool,
    /// `true` if all clues of a rule have the same numbers.
    has_equal_numbers: bool,
    /// The typical length of lines and size of areas, from 0 (shortest) to 1 (longest).
    length: f64,
}

impl<'a> Style<'a> {
    /// Draws a random style. Returns `None` if there is no arrangement to choose from.
    pub(super) fn draw(choices: &'a [Arrangement], random: &mut ChaCha8Rng) -> Option<Self> {
        let arrangement = choices
            .choose_weighted(random, |choice| choice.weight)
            .ok()?;
        let is_free = !arrangement.has_symmetry();
        Some(Self {
            arrangement,
            is_gathered: random.random_bool(GATHERED) && is_free,
            has_equal_numbers: random.random_bool(EQUAL) && is_free,
            // Long lines are preferred. They constrain more, so the puzzle needs fewer of them.
            length: 1.0 - random.random_range(0.0..=1.0_f64).powi(2),
        })
    }

    /// Returns the style without the requirement of equal numbers, for clues that cannot meet it.
    pub(super) fn relax(self) -> Self {
        Self {
            has_equal_numbers: false,
            ..self
        }
    }

    /// Returns the minimum and maximum number of cells in a clue of a rule.
    pub(super) fn sizes(&self, wish: &Wish<'_>) -> (usize, usize) {
        let (least, most) = wish.sizes;
        let usual = least + (self.length * (most - least) as f64).round() as usize;
        let (short, long) = (usual.saturating_sub(SPREAD), usual + SPREAD);
        (short.max(least), long.min(most))
    }

    /// Returns `true` if the new clues have the same numbers as the puzzle's other clues of the rule, or if the style does
    /// not require this.
    pub(super) fn suits(&self, wish: &Wish<'_>, puzzle: &Puzzle, clues: &[Clue]) -> bool {
        let is_open = |default: &Default| matches!(default, Default::Required | Default::Optional);
        let mut params = wish.rule.params.iter();
        let has_number =
            params.any(|spec| is_open(&spec.default) && spec.kind == ParamKind::Number);
        if !self.has_equal_numbers || !has_number {
            return true;
        }
        let of_rule = |clue: &&Clue| clue.rule == wish.rule.name;
        let first = puzzle.clues.iter().find(of_rule).or(clues.first());
        first.is_none_or(|first| clues.iter().all(|clue| clue.params == first.params))
    }
}
