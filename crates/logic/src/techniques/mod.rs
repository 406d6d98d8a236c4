//! The techniques that people use to solve puzzles. There is one file for each family.
//!
//! To add a technique, write a file with a function that takes a [`Context`](crate::Context) and offers
//! [`Steps`](crate::Steps). Add a [`Technique`] that describes the function, and list it in [`TECHNIQUES`].

pub(super) mod sets;

mod aligned;
mod als;
mod chains;
mod classes;
mod clues;
mod combinations;
mod death_blossom;
mod direct;
mod equivalence;
mod finned;
mod fish;
mod intersections;
mod search;
mod singles;
mod strong_links;
mod subsets;
mod sue_de_coq;
mod templates;
mod trials;
mod unique;
mod w_wing;
mod wings;

pub(super) use clues::test_clue;
pub(super) use combinations::test_fillings;

use crate::technique::Technique;
use crate::{Sentence, Step};
use cluewright_puzzle::spelling::nearest;

/// Every technique. Techniques with the same price are tried in this order.
pub static TECHNIQUES: &[Technique] = &in_this_build([
    singles::FULL_HOUSE,
    singles::HIDDEN_SINGLE_BOX,
    singles::HIDDEN_SINGLE_LINE,
    singles::NAKED_SINGLE,
    direct::DIRECT_POINTING,
    direct::DIRECT_CLAIMING,
    direct::DIRECT_HIDDEN_PAIR,
    direct::DIRECT_HIDDEN_TRIPLET,
    intersections::POINTING,
    intersections::CLAIMING,
    intersections::COMMON_PEERS,
    subsets::NAKED_PAIR,
    subsets::NAKED_TRIPLET,
    subsets::NAKED_QUAD,
    subsets::NAKED_LARGE,
    subsets::HIDDEN_PAIR,
    subsets::HIDDEN_TRIPLET,
    subsets::HIDDEN_QUAD,
    subsets::HIDDEN_LARGE,
    fish::X_WING,
    fish::SWORDFISH,
    fish::JELLYFISH,
    clues::MARKED_CELLS,
    clues::ONE_CLUE,
    clues::CLUE_AND_HOUSE,
    clues::SEVERAL_CLUES,
    chains::X_CYCLE,
    chains::Y_CYCLE,
    chains::FORCING_X_CHAIN,
    chains::FORCING_CHAIN,
    chains::XY_CYCLE,
    chains::NISHIO,
    chains::CELL_OR_HOUSE_FORCING,
    chains::DYNAMIC_FORCING,
    chains::DYNAMIC_FORCING_PLUS,
    chains::NESTED_CHAINS,
    chains::NESTED_MULTIPLE_FORCING,
    chains::NESTED_DYNAMIC_FORCING,
    strong_links::TWO_STRONG_LINKS,
    strong_links::THREE_STRONG_LINKS,
    strong_links::FOUR_STRONG_LINKS,
    wings::XY_WING,
    wings::XYZ_WING,
    wings::WXYZ_WING,
    wings::VWXYZ_WING,
    wings::UVWXYZ_WING,
    wings::TUVWXYZ_WING,
    aligned::ALIGNED_PAIR_EXCLUSION,
    aligned::ALIGNED_TRIPLET_EXCLUSION,
    trials::COMBINED_CLUES,
    trials::SHORT_CONTRADICTION,
    trials::LINE_CONTRADICTION,
    trials::CASES,
    trials::CLUE_CASES,
    trials::DYNAMIC_CONTRADICTION,
    finned::FINNED_SWORDFISH,
    finned::FINNED_JELLYFISH,
    combinations::CLUE_COMBINATIONS,
    combinations::HOUSE_COMBINATIONS,
    combinations::SEVERAL_COMBINATIONS,
    combinations::TWO_CLUE_COMBINATIONS,
    combinations::CLUE_CHAIN,
    combinations::HOUSE_AND_CLUES,
    combinations::TWO_HOUSES_AND_CLUES,
    combinations::HOUSE_AND_SUMS,
    combinations::TWO_HOUSES_AND_SUMS,
    combinations::TWO_HOUSES_AND_NEIGHBOURS,
    combinations::LONG_LISTING,
    combinations::WIDE_LISTING,
    als::ALS_XZ,
    classes::CLASSES,
    equivalence::SET_EQUIVALENCE,
    w_wing::W_WING,
    sue_de_coq::SUE_DE_COQ,
    death_blossom::DEATH_BLOSSOM,
    templates::TEMPLATES,
    unique::UNIQUE_LOOP,
    unique::BUG_1,
    unique::BUG,
    search::SEARCH,
    search::GUESS_THE_REST,
]);

/// Returns the techniques as this build needs them. Compact builds have no handbook of techniques, so the handbook's texts
/// and examples are removed.
const fn in_this_build<const COUNT: usize>(mut all: [Technique; COUNT]) -> [Technique; COUNT] {
    let mut index = 0;
    while cfg!(feature = "compact") && index < COUNT {
        all[index].about = "";
        all[index].positions = &[];
        index += 1;
    }
    all
}

impl Technique {
    /// Returns the index in [`TECHNIQUES`] of the technique with the given name. The name may be in any common
    /// spelling: `X-Wing`, `xwing`, `hidden single (box)`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such technique. The error contains the most similar name, if one is
    /// similar enough.
    pub fn index_of(name: &str) -> Result<u16, Option<&'static str>> {
        let is_wanted = |t: &Technique| spell(t.name).eq(spell(name));
        let place = TECHNIQUES.iter().position(is_wanted);
        let near = || nearest(name, TECHNIQUES.iter().map(|t| t.name));
        place.map(|place| place as u16).ok_or_else(near)
    }
}

/// Returns the letters and digits of a name in lower case, so that two names can be compared regardless of their spelling.
fn spell(name: &str) -> impl Iterator<Item = char> {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase)
}

impl Step {
    /// Returns the technique that found the step.
    #[must_use]
    pub fn technique(&self) -> &'static Technique {
        &TECHNIQUES[usize::from(self.technique)]
    }

    /// Returns the argument of the step, or the argument of its technique if the step has none of its own.
    #[must_use]
    pub fn sentence(&self) -> &Sentence {
        let usual = || &self.technique().sentence;
        self.sentence.as_ref().unwrap_or_else(usual)
    }
}
