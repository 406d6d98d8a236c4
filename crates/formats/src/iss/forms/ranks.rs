//! Ranks of rows and columns, and the policy for ties between them.

use super::outside::Sides;
use crate::iss::kit::{
    Digits, Family, Grid, Kind, Piece, Token, Type, Writer, each_clue, formula, int,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Clue, Param, Puzzle};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("FullRank", "full-rank", &Sides::of(&["rank", "ties"], 1))
            .forbid_shift()
            .on(Grid::Square)
            .with(Digits::AsRows),
        Type::of("FullRankTies", "", Kind::Ties)
            .top()
            .on(Grid::Square),
    ],
    restated: &[],
};

/// Relations that are equivalent to `FullRankTies~none`: no two rows or columns read the same, from
/// either end.
const NO_TIES: [&str; 3] = [
    "each row h: each column k: (some matched (a, b) in h, k: a != b) and \
     (some matched (a, b) in h, reverse(k): a != b)",
    "each row h: each row k where row_of(first(h)) < row_of(first(k)): \
     some matched (a, b) in h, reverse(k): a != b",
    "each column h: each column k where column_of(first(h)) < column_of(first(k)): \
     some matched (a, b) in h, reverse(k): a != b",
];

/// The policy for a row that has a rank clue and reads the same as another row.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::iss) enum Ties {
    #[default]
    OnlyUnclued,
    Any,
    None,
}

impl Ties {
    pub(in crate::iss) fn read(policy: &Piece) -> Result<Self, ReadError> {
        match &*policy.text {
            "none" => Ok(Self::None),
            "only-unclued" => Ok(Self::OnlyUnclued),
            "any" => Ok(Self::Any),
            _ => Err(policy.error("ties are `none`, `only-unclued` or `any`")),
        }
    }

    /// Applies the tie policy to the rank clues; returns the relations that it adds.
    pub(in crate::iss) fn settle(self, clues: &mut [Clue]) -> Vec<Clue> {
        match self {
            Self::OnlyUnclued => vec![],
            Self::Any => {
                allow_ties(clues);
                vec![]
            }
            Self::None => {
                let relation = |formula| Clue::new("relation").with("formula", formula);
                NO_TIES.map(relation).into()
            }
        }
    }
}

fn allow_ties(clues: &mut [Clue]) {
    for clue in clues {
        if clue.rule == "full-rank" {
            clue.params.insert("ties".to_owned(), Param::Int(1));
        }
        allow_ties(&mut clue.parts);
    }
}

/// Returns `true` if `FullRankTies~none` can replace this clue: it is one of [`NO_TIES`], and the
/// puzzle has all of them.
pub(in crate::iss) fn is_said_by_ties(clue: &Clue, puzzle: &Puzzle) -> bool {
    formula(clue).is_some_and(|f| NO_TIES.contains(&f) && forbids_ties(puzzle))
}

fn forbids_ties(puzzle: &Puzzle) -> bool {
    let has = |wanted: &&str| puzzle.clues.iter().any(|c| formula(c) == Some(wanted));
    // Every relation must be present, because fewer relations forbid less than the policy does.
    NO_TIES.iter().all(has)
}

/// Writes the tie policy that the rank clues require.
pub(in crate::iss) fn write(writer: &mut Writer) -> Option<Token> {
    let mut allowed = vec![];
    each_clue(&writer.puzzle.clues, &mut |clue| {
        if clue.rule == "full-rank" {
            allowed.push(int(clue, "ties") == Some(1));
        }
    });
    let none = forbids_ties(writer.puzzle);
    let any = allowed.contains(&true);
    // ISS has one policy for all rank clues, so clues with different policies cannot be written.
    if any && (none || allowed.contains(&false)) {
        writer.fail("rank clues of which only some may tie");
    }
    match (none, any) {
        (true, _) => Some(Token::new("FullRankTies", "none")),
        (_, true) => Some(Token::new("FullRankTies", "any")),
        _ => None,
    }
}
