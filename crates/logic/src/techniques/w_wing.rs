//! W-wing: two cells with the same two candidates, linked by a house in which one of these digits has two places.
//!
//! Each of the two cells sees one of the two places (or groups of places) of x in the house. One of these places holds x,
//! so the cell that sees it holds y instead, and a cell that sees both cells loses y. Example: if r1c1 = r5c6 = {1, 2}, and
//! the 1s of column 8 are in rows 1 and 5, a cell that sees r1c1 and r5c6 can't be 2. The definition follows HoDoKu (B.
//! Hobiger).

use crate::Cells;
use crate::Context;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};

pub(super) const W_WING: Technique = Technique {
    name: "w-wing",
    help: "two cells with the same pair, joined by a strong link",
    about: "Two cells hold the same two digits, and a house has its places of one of them where the two \
            cells see them. They cannot both hold that digit, so one holds the other one, and cells that see \
            both lose it.",
    family: Family::Wing,
    price: Some(4.4),
    positions: &[Position::on_path(
        "default",
        4.4,
        "39...46...2.6...8..7.2....9.3.8..9.7.5.......4......1.....5....5..9...6...9.67..1",
    )],
    find,
    ..Technique::USUAL
};

/// Finds two cells that do not see each other, with a house that links them.
fn find(context: &Context<'_>, steps: &mut Steps) {
    let open = context.board.open().iter();
    let twos: Vec<u16> = open
        .filter(|&cell| context.board.at(cell).len() == 2)
        .collect();
    for (i, &a) in twos.iter().enumerate() {
        for &b in &twos[..i] {
            let same = context.board.at(a) == context.board.at(b);
            // Cells that see each other are a naked pair, so they are left to the techniques for naked sets.
            if same && !context.ground.peers[usize::from(a)].contains(b) {
                for x in context.board.at(a).iter() {
                    find_link(context, (a, b), x, steps);
                }
            }
        }
    }
}

/// Finds a house in which each place of `x` sees one of the two cells.
fn find_link(context: &Context<'_>, (a, b): (u16, u16), x: u8, steps: &mut Steps) {
    let (board, ground) = (context.board, context.ground);
    let ends = Cells::one(a) | Cells::one(b);
    let others = board.at(a).iter().find(|&digit| digit != x);
    let Some(y) = others else { return };
    let lost = board.places(y) & ground.common_peers(ends);
    if lost.is_empty() {
        return;
    }
    let sees = |cell: u16| ground.peers[usize::from(cell)];
    for (index, house) in (0..).zip(&ground.houses) {
        let places = board.places(x) & house.cells;
        if places.is_empty() || places.meets(ends) || !places.within(sees(a) | sees(b)) {
            continue;
        }
        steps.offer(0, || {
            let of = |cell: u16, seen: Cells| {
                let seen = seen & sees(cell);
                let why = seen
                    .iter()
                    .filter_map(move |other| ground.why_apart(cell, other));
                why.collect::<Vec<_>>()
            };
            Step::remove(y, lost)
                .citing([house.cite])
                .citing(of(a, places | lost))
                .citing(of(b, places | lost))
                .seeing(house.cells)
                .pattern(ends | places)
                .about(board.at(a))
                .arguing(Sentence::LinkedPair(index))
                .sized(2 + places.len())
        });
    }
}
