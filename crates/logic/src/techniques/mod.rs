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

use crate::technique::{Family, Reads, RestsOn, Shape, Technique};

/// Every technique.
pub static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "full-house",
        help: "the last open cell of a house",
        family: Family::Single,
        shape: Shape::Single,
        rests_on: RestsOn::Places,
        phrase: "{cell} is the last open cell of {where} and gets {digit}",
        find: singles::full_house,
        ..Technique::USUAL
    },
    Technique {
        name: "hidden-single-box",
        help: "a digit with one place left in a box",
        family: Family::Single,
        shape: Shape::Single,
        rests_on: RestsOn::Places,
        phrase: "{cell} is the only place for {digit} in {where}",
        find: singles::hidden_in_box,
        ..Technique::USUAL
    },
    Technique {
        name: "hidden-single-line",
        help: "a digit with one place left in a row, a column or another house",
        family: Family::Single,
        shape: Shape::Single,
        rests_on: RestsOn::Places,
        phrase: "{cell} is the only place for {digit} in {where}",
        find: singles::hidden_in_line,
        ..Technique::USUAL
    },
    Technique {
        name: "naked-single",
        help: "a cell with one candidate left",
        family: Family::Single,
        shape: Shape::Single,
        phrase: "{cell} can only be {digit}",
        find: singles::naked,
        ..Technique::USUAL
    },
    Technique {
        name: "direct-pointing",
        help: "pointing that leaves a digit one place",
        family: Family::Intersection,
        names_digits: true,
        phrase: "{digits} in {house} is in {either}, which makes {cell} its only place in {last}",
        find: direct::pointing,
        ..Technique::USUAL
    },
    Technique {
        name: "direct-claiming",
        help: "claiming that leaves a digit one place",
        family: Family::Intersection,
        names_digits: true,
        phrase: "{digits} in {house} is in {either}, which makes {cell} its only place in {last}",
        find: direct::claiming,
        ..Technique::USUAL
    },
    Technique {
        name: "direct-hidden-pair",
        help: "a hidden pair that leaves another digit one place",
        family: Family::Subset,
        shape: Shape::Pattern,
        names_digits: true,
        phrase: "{digits} fill {cells} in {where}, which makes {cell} the only place for {digit}",
        find: direct::hidden_pair,
        ..Technique::USUAL
    },
    Technique {
        name: "direct-hidden-triplet",
        help: "a hidden triplet that leaves another digit one place",
        family: Family::Subset,
        shape: Shape::Pattern,
        names_digits: true,
        phrase: "{digits} fill {cells} in {where}, which makes {cell} the only place for {digit}",
        find: direct::hidden_triplet,
        ..Technique::USUAL
    },
    Technique {
        name: "pointing",
        help: "a digit confined to the cells that a box shares with a line",
        family: Family::Intersection,
        shape: Shape::Places,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} in {house} is in {either}, so {elsewhere}",
        find: intersections::pointing,
        ..Technique::USUAL
    },
    Technique {
        name: "claiming",
        help: "a digit confined to the cells that a line shares with a box",
        family: Family::Intersection,
        shape: Shape::Places,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} in {house} is in {either}, so {elsewhere}",
        find: intersections::claiming,
        ..Technique::USUAL
    },
    Technique {
        name: "common-peers",
        help: "cells that see every place of a digit in a house",
        family: Family::Intersection,
        shape: Shape::Places,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "wherever {digits} stands in {house} ({either}), {conclusion}",
        find: intersections::common_peers,
        ..Technique::USUAL
    },
    Technique {
        name: "marked-cells",
        help: "what a clue says of single cells: a shaded cell is even",
        family: Family::Clue,
        reads: Reads::Clue,
        shape: Shape::Marks,
        phrase: "{where} {says|say} so",
        find: clues::marks,
        ..Technique::USUAL
    },
    Technique {
        name: "one-clue",
        help: "what one clue says about the candidates as they stand",
        family: Family::Clue,
        reads: Reads::Clue,
        phrase: "{where} {rules|rule} that out[, given the candidates of {cells}]",
        find: clues::one_clue,
        ..Technique::USUAL
    },
    Technique {
        name: "clue-and-house",
        help: "a clue together with a house: innies, outies, the rule of 45",
        family: Family::Clue,
        reads: Reads::Together,
        phrase: "{where} together {rules|rule} that out[, given the candidates of {cells}]",
        find: clues::one_house,
        ..Technique::USUAL
    },
    Technique {
        name: "several-clues",
        help: "sums over several houses and clues",
        family: Family::Clue,
        reads: Reads::Together,
        phrase: "{where} together {rules|rule} that out[, given the candidates of {cells}]",
        find: clues::several,
        ..Technique::USUAL
    },
    Technique {
        name: "classes",
        help: "odd and even, low and high or thirds, followed along clues and counted in houses",
        family: Family::Counting,
        shape: Shape::Classes,
        phrase: "{counted} {conclusion}",
        find: classes::classes,
        ..Technique::USUAL
    },
    Technique {
        name: "set-equivalence",
        help: "houses added and taken away: what is left on both sides holds the same digits",
        family: Family::Counting,
        phrase: "{balanced} {conclusion}",
        find: equivalence::equivalence,
        ..Technique::USUAL
    },
    Technique {
        name: "naked-pair",
        help: "two cells of a house with two candidates between them",
        family: Family::Subset,
        names_digits: true,
        phrase: "{cells} are a {set} pair in {where}, so {elsewhere}",
        find: subsets::naked::<2>,
        ..Technique::USUAL
    },
    Technique {
        name: "naked-triplet",
        help: "three cells of a house with three candidates between them",
        family: Family::Subset,
        names_digits: true,
        phrase: "{cells} are a {set} triple in {where}, so {elsewhere}",
        find: subsets::naked::<3>,
        ..Technique::USUAL
    },
    Technique {
        name: "naked-quad",
        help: "four cells of a house with four candidates between them",
        family: Family::Subset,
        names_digits: true,
        phrase: "{cells} are a {set} quadruple in {where}, so {elsewhere}",
        find: subsets::naked::<4>,
        ..Technique::USUAL
    },
    Technique {
        name: "naked-large",
        help: "five or more cells of a house with as many candidates between them",
        family: Family::Subset,
        shape: Shape::Pattern,
        names_digits: true,
        phrase: "{cells} hold {digits} between them in {where}, so {elsewhere}",
        find: subsets::naked_large,
        ..Technique::USUAL
    },
    Technique {
        name: "hidden-pair",
        help: "two digits with two places in a house",
        family: Family::Subset,
        shape: Shape::Pattern,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden::<2>,
        ..Technique::USUAL
    },
    Technique {
        name: "hidden-triplet",
        help: "three digits with three places in a house",
        family: Family::Subset,
        shape: Shape::Pattern,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden::<3>,
        ..Technique::USUAL
    },
    Technique {
        name: "hidden-quad",
        help: "four digits with four places in a house",
        family: Family::Subset,
        shape: Shape::Pattern,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden::<4>,
        ..Technique::USUAL
    },
    Technique {
        name: "hidden-large",
        help: "five or more digits with as many places in a house",
        family: Family::Subset,
        shape: Shape::Pattern,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} go only in {cells} in {where}, so {conclusion}",
        find: subsets::hidden_large,
        ..Technique::USUAL
    },
    Technique {
        name: "x-wing",
        help: "a digit in two lines, confined to the same two crossing lines",
        family: Family::Fish,
        shape: Shape::Fish,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} in {bases} stands only in {covers}, so {elsewhere}",
        find: fish::find::<2>,
        ..Technique::USUAL
    },
    Technique {
        name: "swordfish",
        help: "a digit in three lines, confined to the same three crossing lines",
        family: Family::Fish,
        shape: Shape::Fish,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} in {bases} stands only in {covers}, so {elsewhere}",
        find: fish::find::<3>,
        ..Technique::USUAL
    },
    Technique {
        name: "jellyfish",
        help: "a digit in four lines, confined to the same four crossing lines",
        family: Family::Fish,
        shape: Shape::Fish,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "{digits} in {bases} stands only in {covers}, so {elsewhere}",
        find: fish::find::<4>,
        ..Technique::USUAL
    },
    Technique {
        name: "finned-swordfish",
        help: "a swordfish but for a few extra places (fins)",
        family: Family::Fish,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "either the fish of {digits} in {where} holds or its fin does, and both ways {conclusion}",
        find: finned::find::<3>,
        ..Technique::USUAL
    },
    Technique {
        name: "finned-jellyfish",
        help: "a jellyfish but for a few extra places (fins)",
        family: Family::Fish,
        rests_on: RestsOn::Places,
        names_digits: true,
        phrase: "either the fish of {digits} in {where} holds or its fin does, and both ways {conclusion}",
        find: finned::find::<4>,
        ..Technique::USUAL
    },
    Technique {
        name: "als-xz",
        help: "two almost locked sets joined by a digit that only one of them can hold",
        family: Family::Chain,
        phrase: "one of the two almost locked sets in {where} keeps its digits, so {conclusion}",
        find: als::xz,
        ..Technique::USUAL
    },
    Technique {
        name: "sue-de-coq",
        help: "a crossing of a box and a line, with cells of both that use up its digits",
        family: Family::AlmostLocked,
        shape: Shape::Pattern,
        names_digits: true,
        phrase: "{cells} hold each of {digits} once, so {conclusion}",
        find: sue_de_coq::find,
        ..Technique::USUAL
    },
    Technique {
        name: "death-blossom",
        help: "a cell each of whose candidates locks a set elsewhere",
        family: Family::AlmostLocked,
        phrase: "each candidate of one cell locks a set in {cells}, so {conclusion}",
        find: death_blossom::find,
        ..Technique::USUAL
    },
    Technique {
        name: "w-wing",
        help: "two cells of the same pair, joined by a strong link",
        family: Family::Wing,
        names_digits: true,
        phrase: "{ends} both hold {digits}; {joined} in {house} is in {link}, so one of the pair is {freed}, and {conclusion}",
        find: w_wing::find,
        ..Technique::USUAL
    },
    Technique {
        name: "two-strong-links",
        help: "skyscraper, two-string kite, turbot fish, empty rectangle",
        family: Family::Chain,
        names_digits: true,
        phrase: "{digits} is {links}, and either way {conclusion}",
        find: strong_links::two,
        ..Technique::USUAL
    },
    Technique {
        name: "three-strong-links",
        help: "three strong links of one digit in a row",
        family: Family::Chain,
        names_digits: true,
        phrase: "{digits} is {links}, and either way {conclusion}",
        find: strong_links::three,
        ..Technique::USUAL
    },
    Technique {
        name: "four-strong-links",
        help: "four strong links of one digit in a row",
        family: Family::Chain,
        names_digits: true,
        phrase: "{digits} is {links}, and either way {conclusion}",
        find: strong_links::four,
        ..Technique::USUAL
    },
    Technique {
        name: "templates",
        help: "one digit over the whole grid: its places in all houses, tied together by clues",
        family: Family::Counting,
        shape: Shape::Digit,
        names_digits: true,
        phrase: "however {digits} is placed {throughout}, {conclusion}",
        find: templates::templates,
        ..Technique::USUAL
    },
    Technique {
        name: "xy-wing",
        help: "three cells of two candidates: a pivot and two wings",
        family: Family::Wing,
        names_digits: true,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::xy,
        ..Technique::USUAL
    },
    Technique {
        name: "xyz-wing",
        help: "an XY-wing whose pivot holds all three digits",
        family: Family::Wing,
        names_digits: true,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::xyz,
        ..Technique::USUAL
    },
    Technique {
        name: "wxyz-wing",
        help: "four cells with four digits, of which one may repeat",
        family: Family::Wing,
        names_digits: true,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::wxyz,
        ..Technique::USUAL
    },
    Technique {
        name: "vwxyz-wing",
        help: "five cells with five digits, of which one may repeat",
        family: Family::Wing,
        names_digits: true,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::vwxyz,
        ..Technique::USUAL
    },
    Technique {
        name: "uvwxyz-wing",
        help: "six cells with six digits, of which one may repeat",
        family: Family::Wing,
        names_digits: true,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::uvwxyz,
        ..Technique::USUAL
    },
    Technique {
        name: "tuvwxyz-wing",
        help: "seven cells with seven digits, of which one may repeat",
        family: Family::Wing,
        names_digits: true,
        phrase: "{cells} hold {digits}, and only one of them may repeat",
        find: wings::tuvwxyz,
        ..Technique::USUAL
    },
    Technique {
        name: "unique-loop",
        help: "a loop of two digits (rectangle or longer) that would have two solutions",
        family: Family::Uniqueness,
        names_digits: true,
        assumes_uniqueness: true,
        phrase: "{cells} with {digits} alone would have two solutions",
        find: unique::loops,
        ..Technique::USUAL
    },
    Technique {
        name: "bug-1",
        help: "two candidates in every open cell but one (bivalue universal grave, type 1)",
        family: Family::Uniqueness,
        assumes_uniqueness: true,
        phrase: "two candidates in every open cell would have two solutions",
        find: unique::bug_type_1,
        ..Technique::USUAL
    },
    Technique {
        name: "bug",
        help: "two candidates in all but a few open cells (bivalue universal grave, types 2 to 4)",
        family: Family::Uniqueness,
        assumes_uniqueness: true,
        phrase: "two candidates in every open cell would have two solutions",
        find: unique::bug_other_types,
        ..Technique::USUAL
    },
    Technique {
        name: "aligned-pair-exclusion",
        help: "combinations of two cells that leave some other cell nothing",
        family: Family::Exclusion,
        phrase: "the other combinations of {cells} leave some cell nothing",
        find: aligned::pair,
        ..Technique::USUAL
    },
    Technique {
        name: "aligned-triplet-exclusion",
        help: "combinations of three cells that leave some other cell nothing",
        family: Family::Exclusion,
        phrase: "the other combinations of {cells} leave some cell nothing",
        find: aligned::triplet,
        ..Technique::USUAL
    },
    Technique {
        name: "combined-clues",
        help: "a candidate that contradicts the clues and houses around it at once",
        family: Family::Clue,
        shape: Shape::Refutation,
        phrase: "{refuted}",
        find: trials::combined,
        ..Technique::USUAL
    },
    Technique {
        name: "short-contradiction",
        help: "a candidate that contradicts itself within four rounds",
        family: Family::Forcing,
        shape: Shape::Refutation,
        phrase: "{refuted}",
        find: trials::short,
        ..Technique::USUAL
    },
    Technique {
        name: "line-contradiction",
        help: "a candidate that contradicts itself within twelve rounds",
        family: Family::Forcing,
        shape: Shape::Refutation,
        phrase: "{refuted}",
        find: trials::line,
        ..Technique::USUAL
    },
    Technique {
        name: "cases",
        help: "what every candidate of a cell, or every place of a digit in a house, leads to",
        family: Family::Forcing,
        phrase: "in every case of {where}, {conclusion}",
        find: trials::cases,
        ..Technique::USUAL
    },
    Technique {
        name: "clue-cases",
        help: "what every way to make a clue leads to",
        family: Family::Forcing,
        phrase: "in every way to satisfy {where}, {conclusion}",
        find: trials::clue_cases,
        ..Technique::USUAL
    },
    Technique {
        name: "dynamic-contradiction",
        help: "a candidate that contradicts itself by full propagation",
        family: Family::Forcing,
        shape: Shape::Refutation,
        phrase: "{refuted}",
        find: trials::full,
        ..Technique::USUAL
    },
    Technique {
        name: "search",
        help: "no deduction: a candidate that a search refutes",
        family: Family::Search,
        phrase: "no argument was found here; a search shows that {conclusion}",
        find: search::refuted,
        ..Technique::USUAL
    },
    Technique {
        name: "guess-the-rest",
        help: "no deduction: the rest of the solution, where no short refutation is found",
        family: Family::Search,
        phrase: "no argument was found for what is left; a search shows that it can be filled in one way only",
        find: search::rest,
        ..Technique::USUAL
    },
    Technique {
        name: "clue-combinations",
        help: "all fillings of one clue's cells",
        family: Family::Listing,
        reads: Reads::Clue,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::one_clue,
        ..Technique::USUAL
    },
    Technique {
        name: "house-combinations",
        help: "all fillings of a sum over one house",
        family: Family::Listing,
        reads: Reads::Together,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::one_house,
        ..Technique::USUAL
    },
    Technique {
        name: "several-combinations",
        help: "all fillings of a sum over several houses",
        family: Family::Listing,
        reads: Reads::Together,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::several,
        ..Technique::USUAL
    },
    Technique {
        name: "two-clue-combinations",
        help: "all fillings of two clues that share cells",
        family: Family::Listing,
        phrase: "in every way to fill {cells} that {where} {allows|allow}, {conclusion}",
        find: combinations::two_clues,
        ..Technique::USUAL
    },
    Technique {
        name: "clue-chain",
        help: "dots, signs and lines that follow each other along a path, with what tells its cells apart",
        family: Family::Clue,
        shape: Shape::Path,
        phrase: "by {along}, {conclusion}",
        find: combinations::chains,
        ..Technique::USUAL
    },
    Technique {
        name: "house-and-clues",
        help: "all fillings of a house, with the clues inside it",
        family: Family::Listing,
        shape: Shape::Filling { houses: 1 },
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::house_and_clues,
        ..Technique::USUAL
    },
    Technique {
        name: "two-houses-and-clues",
        help: "all fillings of two houses, with the clues inside them",
        family: Family::Listing,
        shape: Shape::Filling { houses: 2 },
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::two_houses_and_clues,
        ..Technique::USUAL
    },
    Technique {
        name: "house-and-sums",
        help: "all fillings of a house, with its clues and with sums over houses",
        family: Family::Listing,
        shape: Shape::Filling { houses: 1 },
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::house_and_sums,
        ..Technique::USUAL
    },
    Technique {
        name: "two-houses-and-sums",
        help: "all fillings of two houses, with their clues and with sums over houses",
        family: Family::Listing,
        shape: Shape::Filling { houses: 2 },
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::two_houses_and_sums,
        ..Technique::USUAL
    },
    Technique {
        name: "two-houses-and-neighbours",
        help: "all fillings of two houses, with their clues and those that hang on them",
        family: Family::Listing,
        shape: Shape::Filling { houses: 2 },
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::two_houses_and_neighbours,
        ..Technique::USUAL
    },
    Technique {
        name: "long-listing",
        help: "longer listings of two houses: all that hangs on them, longer sums, and four times the fillings",
        family: Family::Listing,
        shape: Shape::Filling { houses: 2 },
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::long_listing,
        ..Technique::USUAL
    },
    Technique {
        name: "wide-listing",
        help: "all fillings of three houses",
        family: Family::Listing,
        shape: Shape::Filling { houses: 3 },
        phrase: "in every way to fill {filled}, {conclusion}",
        find: combinations::wide_listing,
        ..Technique::USUAL
    },
    Technique {
        name: "x-cycle",
        help: "a cycle of links of one digit",
        family: Family::Chain,
        names_digits: true,
        phrase: "the links close to a cycle of {digits}",
        find: chains::x_cycle,
        ..Technique::USUAL
    },
    Technique {
        name: "y-cycle",
        help: "a cycle through cells of two candidates",
        family: Family::Chain,
        phrase: "the cells of two candidates close to a cycle",
        find: chains::y_cycle,
        ..Technique::USUAL
    },
    Technique {
        name: "forcing-x-chain",
        help: "a chain of one digit from an assumption to its opposite",
        family: Family::Chain,
        phrase: "the assumption leads to its opposite",
        find: chains::forcing_x_chain,
        ..Technique::USUAL
    },
    Technique {
        name: "forcing-chain",
        help: "a chain from an assumption to its opposite",
        family: Family::Chain,
        phrase: "the assumption leads to its opposite",
        find: chains::forcing_chain,
        ..Technique::USUAL
    },
    Technique {
        name: "xy-cycle",
        help: "a cycle of links of several digits",
        family: Family::Chain,
        phrase: "the links close to a cycle",
        find: chains::xy_cycle,
        ..Technique::USUAL
    },
    Technique {
        name: "nishio",
        help: "an assumption about one digit that contradicts itself",
        family: Family::Forcing,
        phrase: "the assumption contradicts itself",
        find: chains::nishio,
        ..Technique::USUAL
    },
    Technique {
        name: "cell-or-house-forcing",
        help: "chains from every candidate of a cell, or every place in a house, to one conclusion",
        family: Family::Chain,
        phrase: "every candidate of a cell, or every place in a house, leads there",
        find: chains::cells_and_houses,
        ..Technique::USUAL
    },
    Technique {
        name: "dynamic-forcing",
        help: "forcing whose branches combine",
        family: Family::Forcing,
        phrase: "every branch leads there",
        find: chains::dynamic,
        ..Technique::USUAL
    },
    Technique {
        name: "dynamic-forcing-plus",
        help: "dynamic forcing with locked candidates, pairs and X-wings on the way",
        family: Family::Forcing,
        phrase: "every branch leads there, with locked candidates, pairs and X-wings on the way",
        find: chains::dynamic_plus,
        ..Technique::USUAL
    },
    Technique {
        name: "nested-chains",
        help: "dynamic forcing with chains on the way",
        family: Family::Forcing,
        phrase: "every branch leads there, with chains on the way",
        find: chains::nested_chains,
        ..Technique::USUAL
    },
    Technique {
        name: "nested-multiple-forcing",
        help: "dynamic forcing with forcing from cells and houses on the way",
        family: Family::Forcing,
        phrase: "every branch leads there, with forcing from cells and houses on the way",
        find: chains::nested_multiple,
        ..Technique::USUAL
    },
    Technique {
        name: "nested-dynamic-forcing",
        help: "dynamic forcing inside dynamic forcing",
        family: Family::Forcing,
        phrase: "every branch leads there, with dynamic forcing on the way",
        find: chains::nested_dynamic,
        ..Technique::USUAL
    },
];
