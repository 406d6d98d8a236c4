//! Techniques: human ways to deduce, one file for each family.
//!
//! To add one, write a function that takes a [`Look`] and offers [`Steps`], enter it in
//! [`TECHNIQUES`], and give it a price in the profiles under `rules/grading/`.

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
mod trials;
mod unique;
mod w_wing;
mod wings;

pub(super) use classes::KnownLinks;
pub(super) use trials::{LONG, NEAR, SHORT};

use super::path::Look;
use super::steps::Steps;

/// A technique: its name in profiles, what people call it, what its steps say, and how it is found.
///
/// In `phrase`, `{digits}`, `{cells}`, `{where}` and `{result}` stand for the pattern's digits and
/// cells, the houses and clues cited, and the conclusion.
#[derive(Debug)]
pub struct Technique {
    /// The name in profiles: `hidden-pair`.
    pub name: &'static str,
    /// What its steps say.
    pub phrase: &'static str,
    /// Looks for it.
    pub find: fn(&Look<'_>, &mut Steps),
}

impl Technique {
    /// Whether its steps are found by search and are no deductions: nothing that a judge could prove from
    /// few clues.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!(self.name, "search" | "guess-the-rest")
    }
}

/// Every technique.
pub static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "full-house",
        phrase: "{cells} is the last open cell of {where}",
        find: singles::full_house,
    },
    Technique {
        name: "hidden-single-box",
        phrase: "{digits} has one place in {where}",
        find: singles::hidden_in_box,
    },
    Technique {
        name: "hidden-single-line",
        phrase: "{digits} has one place in {where}",
        find: singles::hidden_in_line,
    },
    Technique {
        name: "naked-single",
        phrase: "{digits} is all that is left for {cells}",
        find: singles::naked,
    },
    Technique {
        name: "direct-pointing",
        phrase: "{where}: {digits} is confined to {cells}, which leaves it one place",
        find: direct::pointing,
    },
    Technique {
        name: "direct-claiming",
        phrase: "{where}: {digits} is confined to {cells}, which leaves it one place",
        find: direct::claiming,
    },
    Technique {
        name: "direct-hidden-pair",
        phrase: "in {where}, {digits} fill {cells}, which leaves another digit one place",
        find: direct::hidden_pair,
    },
    Technique {
        name: "direct-hidden-triplet",
        phrase: "in {where}, {digits} fill {cells}, which leaves another digit one place",
        find: direct::hidden_triplet,
    },
    Technique {
        name: "pointing",
        phrase: "{digits} is confined to {cells} ({where})",
        find: intersections::pointing,
    },
    Technique {
        name: "claiming",
        phrase: "{digits} is confined to {cells} ({where})",
        find: intersections::claiming,
    },
    Technique {
        name: "common-peers",
        phrase: "one of {cells} holds {digits} ({where}), and the cells lost see them all",
        find: intersections::common_peers,
    },
    Technique {
        name: "one-clue",
        phrase: "{cells} must obey {where}",
        find: clues::one_clue,
    },
    Technique {
        name: "clue-and-house",
        phrase: "{cells} must obey {where} together",
        find: clues::one_house,
    },
    Technique {
        name: "several-clues",
        phrase: "{cells} must obey {where} together",
        find: clues::several,
    },
    Technique {
        name: "classes",
        phrase: "{where} link and count the classes of {cells}",
        find: classes::classes,
    },
    Technique {
        name: "set-equivalence",
        phrase: "{where} leave the same digits on both sides of {cells}",
        find: equivalence::equivalence,
    },
    Technique {
        name: "naked-pair",
        phrase: "{cells} hold {digits} between them ({where})",
        find: subsets::naked::<2>,
    },
    Technique {
        name: "naked-triplet",
        phrase: "{cells} hold {digits} between them ({where})",
        find: subsets::naked::<3>,
    },
    Technique {
        name: "naked-quad",
        phrase: "{cells} hold {digits} between them ({where})",
        find: subsets::naked::<4>,
    },
    Technique {
        name: "naked-large",
        phrase: "{cells} hold {digits} between them ({where})",
        find: subsets::naked_large,
    },
    Technique {
        name: "hidden-pair",
        phrase: "{digits} stand in {cells} only ({where})",
        find: subsets::hidden::<2>,
    },
    Technique {
        name: "hidden-triplet",
        phrase: "{digits} stand in {cells} only ({where})",
        find: subsets::hidden::<3>,
    },
    Technique {
        name: "hidden-quad",
        phrase: "{digits} stand in {cells} only ({where})",
        find: subsets::hidden::<4>,
    },
    Technique {
        name: "x-wing",
        phrase: "{digits} stands in {cells} in each base line ({where})",
        find: fish::find::<2>,
    },
    Technique {
        name: "swordfish",
        phrase: "{digits} stands in {cells} in each base line ({where})",
        find: fish::find::<3>,
    },
    Technique {
        name: "jellyfish",
        phrase: "{digits} stands in {cells} in each base line ({where})",
        find: fish::find::<4>,
    },
    Technique {
        name: "finned-swordfish",
        phrase: "{where}: {digits} at {cells}, or one of them outside the fish",
        find: finned::find::<3>,
    },
    Technique {
        name: "finned-jellyfish",
        phrase: "{where}: {digits} at {cells}, or one of them outside the fish",
        find: finned::find::<4>,
    },
    Technique {
        name: "als-xz",
        phrase: "{cells}: two almost locked sets ({where})",
        find: als::xz,
    },
    Technique {
        name: "sue-de-coq",
        phrase: "{cells} hold each of {digits} once ({where})",
        find: sue_de_coq::find,
    },
    Technique {
        name: "death-blossom",
        phrase: "each candidate of the stem locks one of the sets in {cells} ({where})",
        find: death_blossom::find,
    },
    Technique {
        name: "w-wing",
        phrase: "one of the two ends of the link leaves a cell of {cells} the other digit ({where})",
        find: w_wing::find,
    },
    Technique {
        name: "two-strong-links",
        phrase: "the links join the two free ends ({where})",
        find: strong_links::two,
    },
    Technique {
        name: "three-strong-links",
        phrase: "the links join the two free ends ({where})",
        find: strong_links::three,
    },
    Technique {
        name: "four-strong-links",
        phrase: "the links join the two free ends ({where})",
        find: strong_links::four,
    },
    Technique {
        name: "xy-wing",
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::xy,
    },
    Technique {
        name: "xyz-wing",
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::xyz,
    },
    Technique {
        name: "wxyz-wing",
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::wxyz,
    },
    Technique {
        name: "vwxyz-wing",
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::vwxyz,
    },
    Technique {
        name: "uvwxyz-wing",
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::uvwxyz,
    },
    Technique {
        name: "tuvwxyz-wing",
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::tuvwxyz,
    },
    Technique {
        name: "unique-loop",
        phrase: "{cells} with {digits} alone would have two solutions",
        find: unique::loops,
    },
    Technique {
        name: "bug-1",
        phrase: "two candidates in every open cell would have two solutions",
        find: unique::grave_one,
    },
    Technique {
        name: "bug",
        phrase: "two candidates in every open cell would have two solutions",
        find: unique::grave_several,
    },
    Technique {
        name: "aligned-pair-exclusion",
        phrase: "the other combinations of {cells} leave some cell nothing",
        find: aligned::pair,
    },
    Technique {
        name: "aligned-triplet-exclusion",
        phrase: "the other combinations of {cells} leave some cell nothing",
        find: aligned::triplet,
    },
    Technique {
        name: "combined-clues",
        phrase: "otherwise {where} contradict each other",
        find: trials::combined,
    },
    Technique {
        name: "short-contradiction",
        phrase: "otherwise {where} contradict each other soon",
        find: trials::short,
    },
    Technique {
        name: "line-contradiction",
        phrase: "otherwise {where} contradict each other at the end of a line",
        find: trials::line,
    },
    Technique {
        name: "cases",
        phrase: "in every case, {where} lead to this",
        find: trials::cases,
    },
    Technique {
        name: "clue-cases",
        phrase: "whichever way the clue is made, {where} lead to this",
        find: trials::clue_cases,
    },
    Technique {
        name: "dynamic-contradiction",
        phrase: "otherwise {where} contradict each other in the end",
        find: trials::full,
    },
    Technique {
        name: "search",
        phrase: "a search finds no solution with it",
        find: search::refuted,
    },
    Technique {
        name: "guess-the-rest",
        phrase: "the solver guesses what is left, and proved that it has one solution",
        find: search::rest,
    },
    Technique {
        name: "clue-combinations",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::one_clue,
    },
    Technique {
        name: "house-combinations",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::one_house,
    },
    Technique {
        name: "several-combinations",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::several,
    },
    Technique {
        name: "two-clue-combinations",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::two_clues,
    },
    Technique {
        name: "house-and-clues",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::house_and_clues,
    },
    Technique {
        name: "two-houses-and-clues",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::two_houses_and_clues,
    },
    Technique {
        name: "house-and-sums",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::house_and_sums,
    },
    Technique {
        name: "two-houses-and-sums",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::two_houses_and_sums,
    },
    Technique {
        name: "long-listing",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::long_listing,
    },
    Technique {
        name: "wide-listing",
        phrase: "{where} leave no other way to fill {cells}",
        find: combinations::wide_listing,
    },
    Technique {
        name: "x-cycle",
        phrase: "the links close to a cycle of {digits}",
        find: chains::x_cycle,
    },
    Technique {
        name: "y-cycle",
        phrase: "the cells of two candidates close to a cycle",
        find: chains::y_cycle,
    },
    Technique {
        name: "forcing-x-chain",
        phrase: "the assumption leads to its opposite",
        find: chains::forcing_x_chain,
    },
    Technique {
        name: "forcing-chain",
        phrase: "the assumption leads to its opposite",
        find: chains::forcing_chain,
    },
    Technique {
        name: "xy-cycle",
        phrase: "the links close to a cycle",
        find: chains::xy_cycle,
    },
    Technique {
        name: "nishio",
        phrase: "the assumption contradicts itself",
        find: chains::nishio,
    },
    Technique {
        name: "cell-or-house-forcing",
        phrase: "every candidate of a cell, or every place in a house, leads there",
        find: chains::cells_and_houses,
    },
    Technique {
        name: "dynamic-forcing",
        phrase: "every branch leads there",
        find: chains::dynamic,
    },
    Technique {
        name: "dynamic-forcing-plus",
        phrase: "every branch leads there, with locked candidates, pairs and X-wings on the way",
        find: chains::dynamic_plus,
    },
    Technique {
        name: "nested-chains",
        phrase: "every branch leads there, with chains on the way",
        find: chains::nested_chains,
    },
    Technique {
        name: "nested-multiple-forcing",
        phrase: "every branch leads there, with forcing from cells and houses on the way",
        find: chains::nested_multiple,
    },
    Technique {
        name: "nested-dynamic-forcing",
        phrase: "every branch leads there, with dynamic forcing on the way",
        find: chains::nested_dynamic,
    },
];
