//! Techniques: human ways to deduce, one file for each family.
//!
//! To add one, write a function that takes a [`Context`] and offers [`Steps`], enter it in
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
mod templates;
mod trials;
mod unique;
mod w_wing;
mod wings;

use super::{Context, Step, Steps};
use cluewright_puzzle::spelling::nearest;
use schemars::JsonSchema;
use serde::Serialize;

/// How the steps of a technique are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Concluded from what they cite: the judge proves them.
    Deduction,
    /// Found by search: nothing that a judge could prove from few clues.
    Search,
}

/// Whether a technique's steps are what clues say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// They are not.
    Nothing,
    /// Of one clue; houses only tell its cells apart.
    Clue,
    /// Of clues and houses together.
    Together,
}

/// A technique: its name in profiles, what its steps say, and how it is found.
///
/// In `phrase`, `{digits}`, `{cells}` and `{where}` stand for the pattern's digits and cells and the houses and
/// clues cited, `{classes}` for the digits as one class of several, `{conclusion}` for what follows (it is said first
/// where the phrase has no place for it), `{elsewhere}` for the same where the pattern's digits go nowhere else in its
/// houses, `{cell}` and `{digit}` for what is placed; `report::steps` has the others.
/// Of `{leaves|leave}` the first stands where
/// one house or clue is cited, the second where there are more. What is in `[…]` is said where candidates are cited.
#[derive(Debug)]
pub struct Technique {
    /// The name in profiles: `hidden-pair`.
    pub name: &'static str,
    /// What it is, in one line.
    pub help: &'static str,
    /// Whether its steps can be proven from few clues.
    pub kind: Kind,
    /// Whether its steps are told in the words of what clues say, not in its own.
    pub reads: Reads,
    /// What its steps say.
    pub phrase: &'static str,
    /// Looks for it.
    pub find: fn(&Context<'_>, &mut Steps),
}

impl Technique {
    /// Whether its steps are found by search.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.kind == Kind::Search
    }

    /// Whether its steps refute assumptions.
    #[must_use]
    pub fn is_trial(&self) -> bool {
        self.phrase.starts_with("{refuted}")
    }

    /// Whether its steps rest on where digits have no place, and on nothing else of the cited cells.
    #[must_use]
    pub(super) fn looks_at_places(&self) -> bool {
        const PLACES: [&str; 9] = [
            "full-house",
            "hidden-",
            "pointing",
            "claiming",
            "common-peers",
            "x-wing",
            "swordfish",
            "jellyfish",
            "finned-",
        ];
        PLACES.iter().any(|start| self.name.starts_with(start))
    }

    /// Whether its steps read what clues say of single cells.
    #[must_use]
    pub(super) fn reads_marks(&self) -> bool {
        self.name == MARKS
    }

    /// The technique that people call by a name: `X-Wing`, `xwing`, `hidden single (box)`.
    ///
    /// # Errors
    /// When there is none: the name that was probably meant, if one is near.
    pub fn named(name: &str) -> Result<u16, Option<&'static str>> {
        let plain = |name: &str| -> String {
            let letters = name.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        };
        let wanted = plain(name);
        let place = TECHNIQUES.iter().position(|t| plain(t.name) == wanted);
        let near = || nearest(name, TECHNIQUES.iter().map(|t| t.name));
        place.map(|place| place as u16).ok_or_else(near)
    }
}

impl Step {
    /// The technique that found it.
    #[must_use]
    pub fn technique(&self) -> &'static Technique {
        &TECHNIQUES[usize::from(self.technique)]
    }
}

/// The technique that comes before any that asks relations.
const MARKS: &str = "marked-cells";

/// Every technique.
pub static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "full-house",
        help: "the last open cell of a house",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cell} is the last open cell of {where} and gets {digit}",
        find: singles::full_house,
    },
    Technique {
        name: "hidden-single-box",
        help: "a digit with one place left in a box",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cell} is the only place for {digit} in {where}",
        find: singles::hidden_in_box,
    },
    Technique {
        name: "hidden-single-line",
        help: "a digit with one place left in a row, a column or another house",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cell} is the only place for {digit} in {where}",
        find: singles::hidden_in_line,
    },
    Technique {
        name: "naked-single",
        help: "a cell with one candidate left",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cell} can only be {digit}",
        find: singles::naked,
    },
    Technique {
        name: "direct-pointing",
        help: "pointing that leaves a digit one place",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} in {house} is in {either}, which makes {cell} its only place in {last}",
        find: direct::pointing,
    },
    Technique {
        name: "direct-claiming",
        help: "claiming that leaves a digit one place",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} in {house} is in {either}, which makes {cell} its only place in {last}",
        find: direct::claiming,
    },
    Technique {
        name: "direct-hidden-pair",
        help: "a hidden pair that leaves another digit one place",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} fill {cells} in {where}, which makes {cell} the only place for {digit}",
        find: direct::hidden_pair,
    },
    Technique {
        name: "direct-hidden-triplet",
        help: "a hidden triplet that leaves another digit one place",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} fill {cells} in {where}, which makes {cell} the only place for {digit}",
        find: direct::hidden_triplet,
    },
    Technique {
        name: "pointing",
        help: "a digit confined to the cells that a box shares with a line",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} in {house} is in {either}, so {elsewhere}",
        find: intersections::pointing,
    },
    Technique {
        name: "claiming",
        help: "a digit confined to the cells that a line shares with a box",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} in {house} is in {either}, so {elsewhere}",
        find: intersections::claiming,
    },
    Technique {
        name: "common-peers",
        help: "cells that see every place of a digit in a house",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "wherever {digits} stands in {house} ({either}), {conclusion}",
        find: intersections::common_peers,
    },
    Technique {
        name: MARKS,
        help: "what a clue says of single cells: a shaded cell is even",
        kind: Kind::Deduction,
        reads: Reads::Clue,
        phrase: "{where} {says|say} so",
        find: clues::marks,
    },
    Technique {
        name: "one-clue",
        help: "what one clue says about the candidates as they stand",
        kind: Kind::Deduction,
        reads: Reads::Clue,
        phrase: "{where} {rules|rule} that out[, given the candidates of {cells}]",
        find: clues::one_clue,
    },
    Technique {
        name: "clue-and-house",
        help: "a clue together with a house: innies, outies, the rule of 45",
        kind: Kind::Deduction,
        reads: Reads::Together,
        phrase: "{where} together {rules|rule} that out[, given the candidates of {cells}]",
        find: clues::one_house,
    },
    Technique {
        name: "several-clues",
        help: "sums over several houses and clues",
        kind: Kind::Deduction,
        reads: Reads::Together,
        phrase: "{where} together {rules|rule} that out[, given the candidates of {cells}]",
        find: clues::several,
    },
    Technique {
        name: "classes",
        help: "odd and even, low and high or thirds, followed along clues and counted in houses",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{counted} {conclusion}",
        find: classes::classes,
    },
    Technique {
        name: "set-equivalence",
        help: "houses added and taken away: what is left on both sides holds the same digits",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{balanced} {conclusion}",
        find: equivalence::equivalence,
    },
    Technique {
        name: "naked-pair",
        help: "two cells of a house with two candidates between them",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} are a {set} pair in {where}, so {elsewhere}",
        find: subsets::naked::<2>,
    },
    Technique {
        name: "naked-triplet",
        help: "three cells of a house with three candidates between them",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} are a {set} triple in {where}, so {elsewhere}",
        find: subsets::naked::<3>,
    },
    Technique {
        name: "naked-quad",
        help: "four cells of a house with four candidates between them",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} are a {set} quadruple in {where}, so {elsewhere}",
        find: subsets::naked::<4>,
    },
    Technique {
        name: "naked-large",
        help: "five or more cells of a house with as many candidates between them",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold {digits} between them in {where}, so {elsewhere}",
        find: subsets::naked_large,
    },
    Technique {
        name: "hidden-pair",
        help: "two digits with two places in a house",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden::<2>,
    },
    Technique {
        name: "hidden-triplet",
        help: "three digits with three places in a house",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden::<3>,
    },
    Technique {
        name: "hidden-quad",
        help: "four digits with four places in a house",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden::<4>,
    },
    Technique {
        name: "hidden-large",
        help: "five or more digits with as many places in a house",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden_large,
    },
    Technique {
        name: "x-wing",
        help: "a digit in two lines, confined to the same two crossing lines",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} in {bases} stands only in {covers}, so {elsewhere}",
        find: fish::find::<2>,
    },
    Technique {
        name: "swordfish",
        help: "a digit in three lines, confined to the same three crossing lines",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} in {bases} stands only in {covers}, so {elsewhere}",
        find: fish::find::<3>,
    },
    Technique {
        name: "jellyfish",
        help: "a digit in four lines, confined to the same four crossing lines",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} in {bases} stands only in {covers}, so {elsewhere}",
        find: fish::find::<4>,
    },
    Technique {
        name: "finned-swordfish",
        help: "a swordfish but for a few extra places (fins)",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "either the fish of {digits} in {where} holds or its fin does, and both ways {conclusion}",
        find: finned::find::<3>,
    },
    Technique {
        name: "finned-jellyfish",
        help: "a jellyfish but for a few extra places (fins)",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "either the fish of {digits} in {where} holds or its fin does, and both ways {conclusion}",
        find: finned::find::<4>,
    },
    Technique {
        name: "als-xz",
        help: "two almost locked sets joined by a digit that only one of them can hold",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "one of the two almost locked sets in {where} keeps its digits, so {conclusion}",
        find: als::xz,
    },
    Technique {
        name: "sue-de-coq",
        help: "a crossing of a box and a line, with cells of both that use up its digits",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold each of {digits} once, so {conclusion}",
        find: sue_de_coq::find,
    },
    Technique {
        name: "death-blossom",
        help: "a cell each of whose candidates locks a set elsewhere",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "each candidate of one cell locks a set in {cells}, so {conclusion}",
        find: death_blossom::find,
    },
    Technique {
        name: "w-wing",
        help: "two cells of the same pair, joined by a strong link",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{ends} both hold {digits}; {joined} in {house} is in {link}, so one of the pair is {freed}, and {conclusion}",
        find: w_wing::find,
    },
    Technique {
        name: "two-strong-links",
        help: "skyscraper, two-string kite, turbot fish, empty rectangle",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} is {links}, and either way {conclusion}",
        find: strong_links::two,
    },
    Technique {
        name: "three-strong-links",
        help: "three strong links of one digit in a row",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} is {links}, and either way {conclusion}",
        find: strong_links::three,
    },
    Technique {
        name: "four-strong-links",
        help: "four strong links of one digit in a row",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{digits} is {links}, and either way {conclusion}",
        find: strong_links::four,
    },
    Technique {
        name: "templates",
        help: "one digit over the whole grid: its places in all houses, tied together by clues",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "however {digits} is placed {throughout}, {conclusion}",
        find: templates::templates,
    },
    Technique {
        name: "xy-wing",
        help: "three cells of two candidates: a pivot and two wings",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::xy,
    },
    Technique {
        name: "xyz-wing",
        help: "an XY-wing whose pivot holds all three digits",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::xyz,
    },
    Technique {
        name: "wxyz-wing",
        help: "four cells with four digits, of which one may repeat",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::wxyz,
    },
    Technique {
        name: "vwxyz-wing",
        help: "five cells with five digits, of which one may repeat",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::vwxyz,
    },
    Technique {
        name: "uvwxyz-wing",
        help: "six cells with six digits, of which one may repeat",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::uvwxyz,
    },
    Technique {
        name: "tuvwxyz-wing",
        help: "seven cells with seven digits, of which one may repeat",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::tuvwxyz,
    },
    Technique {
        name: "unique-loop",
        help: "a loop of two digits (rectangle or longer) that would have two solutions",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{cells} with {digits} alone would have two solutions",
        find: unique::loops,
    },
    Technique {
        name: "bug-1",
        help: "two candidates in every open cell but one (bivalue universal grave, type 1)",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "two candidates in every open cell would have two solutions",
        find: unique::bug_type_1,
    },
    Technique {
        name: "bug",
        help: "two candidates in all but a few open cells (bivalue universal grave, types 2 to 4)",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "two candidates in every open cell would have two solutions",
        find: unique::bug_other_types,
    },
    Technique {
        name: "aligned-pair-exclusion",
        help: "combinations of two cells that leave some other cell nothing",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the other combinations of {cells} leave some cell nothing",
        find: aligned::pair,
    },
    Technique {
        name: "aligned-triplet-exclusion",
        help: "combinations of three cells that leave some other cell nothing",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the other combinations of {cells} leave some cell nothing",
        find: aligned::triplet,
    },
    Technique {
        name: "combined-clues",
        help: "a candidate that contradicts the clues and houses around it at once",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{refuted}",
        find: trials::combined,
    },
    Technique {
        name: "short-contradiction",
        help: "a candidate that contradicts itself within four rounds",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{refuted}",
        find: trials::short,
    },
    Technique {
        name: "line-contradiction",
        help: "a candidate that contradicts itself within twelve rounds",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{refuted}",
        find: trials::line,
    },
    Technique {
        name: "cases",
        help: "what every candidate of a cell, or every place of a digit in a house, leads to",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every case of {where}, {conclusion}",
        find: trials::cases,
    },
    Technique {
        name: "clue-cases",
        help: "what every way to make a clue leads to",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to satisfy {where}, {conclusion}",
        find: trials::clue_cases,
    },
    Technique {
        name: "dynamic-contradiction",
        help: "a candidate that contradicts itself by full propagation",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "{refuted}",
        find: trials::full,
    },
    Technique {
        name: "search",
        help: "no deduction: a candidate that a search refutes",
        kind: Kind::Search,
        reads: Reads::Nothing,
        phrase: "no argument was found here; a search shows that {conclusion}",
        find: search::refuted,
    },
    Technique {
        name: "guess-the-rest",
        help: "no deduction: the rest of the solution, where no short refutation is found",
        kind: Kind::Search,
        reads: Reads::Nothing,
        phrase: "no argument was found for what is left; a search shows that it can be filled in one way only",
        find: search::rest,
    },
    Technique {
        name: "clue-combinations",
        help: "all fillings of one clue's cells",
        kind: Kind::Deduction,
        reads: Reads::Clue,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::one_clue,
    },
    Technique {
        name: "house-combinations",
        help: "all fillings of a sum over one house",
        kind: Kind::Deduction,
        reads: Reads::Together,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::one_house,
    },
    Technique {
        name: "several-combinations",
        help: "all fillings of a sum over several houses",
        kind: Kind::Deduction,
        reads: Reads::Together,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::several,
    },
    Technique {
        name: "two-clue-combinations",
        help: "all fillings of two clues that share cells",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::two_clues,
    },
    Technique {
        name: "clue-chain",
        help: "dots, signs and lines that follow each other along a path, with what tells its cells apart",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "by {along}, {conclusion}",
        find: combinations::chains,
    },
    Technique {
        name: "house-and-clues",
        help: "all fillings of a house, with the clues inside it",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::house_and_clues,
    },
    Technique {
        name: "two-houses-and-clues",
        help: "all fillings of two houses, with the clues inside them",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::two_houses_and_clues,
    },
    Technique {
        name: "house-and-sums",
        help: "all fillings of a house, with its clues and with sums over houses",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::house_and_sums,
    },
    Technique {
        name: "two-houses-and-sums",
        help: "all fillings of two houses, with their clues and with sums over houses",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::two_houses_and_sums,
    },
    Technique {
        name: "two-houses-and-neighbours",
        help: "all fillings of two houses, with their clues and those that hang on them",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::two_houses_and_neighbours,
    },
    Technique {
        name: "long-listing",
        help: "longer listings of two houses: all that hangs on them, longer sums, and four times the fillings",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::long_listing,
    },
    Technique {
        name: "wide-listing",
        help: "all fillings of three houses",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::wide_listing,
    },
    Technique {
        name: "x-cycle",
        help: "a cycle of links of one digit",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the links close to a cycle of {digits}",
        find: chains::x_cycle,
    },
    Technique {
        name: "y-cycle",
        help: "a cycle through cells of two candidates",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the cells of two candidates close to a cycle",
        find: chains::y_cycle,
    },
    Technique {
        name: "forcing-x-chain",
        help: "a chain of one digit from an assumption to its opposite",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the assumption leads to its opposite",
        find: chains::forcing_x_chain,
    },
    Technique {
        name: "forcing-chain",
        help: "a chain from an assumption to its opposite",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the assumption leads to its opposite",
        find: chains::forcing_chain,
    },
    Technique {
        name: "xy-cycle",
        help: "a cycle of links of several digits",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the links close to a cycle",
        find: chains::xy_cycle,
    },
    Technique {
        name: "nishio",
        help: "an assumption about one digit that contradicts itself",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "the assumption contradicts itself",
        find: chains::nishio,
    },
    Technique {
        name: "cell-or-house-forcing",
        help: "chains from every candidate of a cell, or every place in a house, to one conclusion",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "every candidate of a cell, or every place in a house, leads there",
        find: chains::cells_and_houses,
    },
    Technique {
        name: "dynamic-forcing",
        help: "forcing whose branches combine",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "every branch leads there",
        find: chains::dynamic,
    },
    Technique {
        name: "dynamic-forcing-plus",
        help: "dynamic forcing with locked candidates, pairs and X-wings on the way",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "every branch leads there, with locked candidates, pairs and X-wings on the way",
        find: chains::dynamic_plus,
    },
    Technique {
        name: "nested-chains",
        help: "dynamic forcing with chains on the way",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "every branch leads there, with chains on the way",
        find: chains::nested_chains,
    },
    Technique {
        name: "nested-multiple-forcing",
        help: "dynamic forcing with forcing from cells and houses on the way",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "every branch leads there, with forcing from cells and houses on the way",
        find: chains::nested_multiple,
    },
    Technique {
        name: "nested-dynamic-forcing",
        help: "dynamic forcing inside dynamic forcing",
        kind: Kind::Deduction,
        reads: Reads::Nothing,
        phrase: "every branch leads there, with dynamic forcing on the way",
        find: chains::nested_dynamic,
    },
];
