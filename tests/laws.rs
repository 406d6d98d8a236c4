//! Laws over everything that is registered: what must hold of every relation.
//!
//! The meaning of a statement is `Statement::holds` on full values; everything is compared with
//! plain enumeration of it.

use cluewright::model::program::Work;
use cluewright::model::sink::explained_fixpoint;
use cluewright::model::{Cite, Compiled, Model, Part, Word};
use cluewright::puzzle::{Boxes, Cell, DigitSet, Given, Layout, Puzzle};
use cluewright::rules::{Automaton, Compare, PairTable, Statement};
use cluewright::search::{Limits, solve};
use proptest::prelude::*;
use std::sync::Arc;

const CELLS: u16 = 5;

/// A row of five cells with a few values, all different or not.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    (
        0u8..=1,
        3u8..=5,
        any::<bool>(),
        proptest::collection::vec((0..CELLS, 1u64..64), 0..3),
    )
        .prop_map(|(min_digit, digit_count, lines, given)| {
            let mut puzzle = Puzzle::new(Layout {
                rows: 1,
                columns: CELLS as u8,
                min_digit,
                digit_count: if lines { 5 } else { digit_count },
                lines,
                boxes: Boxes::None,
            });
            let giving = |(cell, bits)| Given {
                cell: Cell(cell),
                digits: DigitSet::from_bits(bits),
            };
            puzzle.givens = given.into_iter().map(giving).collect();
            puzzle
        })
}

fn cell() -> impl Strategy<Value = Cell> {
    (0..CELLS).prop_map(Cell)
}

/// Different cells in any order.
fn cells(least: usize) -> impl Strategy<Value = Vec<Cell>> {
    (
        Just((0..CELLS).map(Cell).collect::<Vec<_>>()).prop_shuffle(),
        least..=CELLS as usize,
    )
        .prop_map(|(mut cells, count)| {
            cells.truncate(count);
            cells
        })
}

fn digits() -> impl Strategy<Value = DigitSet> {
    (0u64..64).prop_map(DigitSet::from_bits)
}

fn terms() -> impl Strategy<Value = Vec<(Cell, i64)>> {
    let weight = prop_oneof![4 => Just(1i64), 1 => Just(-1), 1 => -3i64..=3];
    (cells(1), proptest::collection::vec(weight, 5)).prop_map(|(cells, weights)| {
        cells
            .into_iter()
            .zip(weights)
            .filter(|t| t.1 != 0)
            .collect()
    })
}

fn compare() -> impl Strategy<Value = Compare> {
    prop_oneof![
        3 => Just(Compare::Equal),
        1 => Just(Compare::NotEqual),
        1 => Just(Compare::AtMost),
        1 => Just(Compare::AtLeast),
    ]
}

fn automaton() -> impl Strategy<Value = Automaton> {
    let step = prop_oneof![2 => 0u16..3, 1 => Just(Automaton::DEAD)];
    (
        proptest::collection::vec(step, 3 * 6),
        proptest::collection::vec(any::<bool>(), 3),
    )
        .prop_map(|(steps, accepting)| {
            let mut next = vec![Automaton::DEAD; 3 * 64];
            for (state, row) in steps.chunks(6).enumerate() {
                next[state * 64..state * 64 + 6].copy_from_slice(row);
            }
            Automaton {
                next,
                accepting,
                start: 0,
            }
        })
}

fn total() -> impl Strategy<Value = Option<Cell>> {
    proptest::option::of(cell())
}

/// One strategy for each kind of statement that has a relation of its own.
fn simple() -> BoxedStrategy<Statement> {
    let rows = proptest::collection::vec(digits(), 6);
    let list = || proptest::collection::vec(cell(), 1..5);
    let edges = proptest::collection::vec((0u16..CELLS, 0u16..CELLS), 2..8);
    prop_oneof![
        (cell(), digits()).prop_map(|(c, d)| Statement::Keep(c, d)),
        (cell(), cell(), rows)
            .prop_map(|(a, b, rows)| { Statement::Pair(a, b, Arc::new(PairTable { rows })) }),
        list().prop_map(Statement::Distinct),
        cells(1).prop_map(Statement::Consecutive),
        (list(), any::<bool>()).prop_map(|(cells, strict)| Statement::Ascending { cells, strict }),
        (terms(), compare(), -4i64..20).prop_map(|(terms, compare, total)| Statement::Linear {
            terms,
            compare,
            total
        }),
        (terms(), proptest::collection::btree_set(-2i64..22, 1..5)).prop_map(|(terms, totals)| {
            Statement::SumIn {
                terms,
                totals: totals.into_iter().collect(),
            }
        }),
        proptest::collection::vec(list(), 2..4).prop_map(|groups| {
            let ones = |cells: Vec<Cell>| cells.into_iter().map(|c| (c, 1)).collect();
            Statement::EqualSums(groups.into_iter().map(ones).collect())
        }),
        (
            proptest::collection::vec((cell(), digits()), 1..6),
            total(),
            -1i64..2,
            digits()
        )
            .prop_map(|(cells, total, offset, counts)| Statement::Count {
                cells,
                total,
                offset,
                counts
            }),
        (list(), total(), digits()).prop_map(|(cells, total, counts)| Statement::Kinds {
            cells,
            total,
            counts
        }),
        cells(1).prop_map(Statement::SelfCounting),
        (
            list(),
            cell(),
            -1i64..3,
            prop_oneof![cell().prop_map(Ok), digits().prop_map(Err)]
        )
            .prop_map(|(list, index, first, value)| Statement::Element {
                list,
                index,
                first,
                value
            }),
        (1usize..3, proptest::collection::vec(cell(), 6)).prop_map(|(length, cells)| {
            Statement::Same(
                cells
                    .chunks(length)
                    .take(2 + length % 2)
                    .map(<[_]>::to_vec)
                    .collect(),
            )
        }),
        (list(), automaton()).prop_map(|(cells, a)| Statement::Accepts(cells, Arc::new(a))),
        (list(), 0i64..8).prop_map(|(cells, sum)| Statement::Encloses(cells, sum)),
        (
            proptest::collection::vec(cell(), 6),
            1usize..3,
            0u16..3,
            any::<bool>()
        )
            .prop_map(|(cells, length, smaller, ties)| Statement::Rank {
                lists: cells.chunks_exact(length).map(<[_]>::to_vec).collect(),
                smaller,
                ties,
            }),
        (
            cell(),
            proptest::collection::vec(list(), 1..3),
            cell(),
            -1i64..2
        )
            .prop_map(|(head, arms, total, offset)| Statement::Runs {
                head,
                arms,
                total,
                offset,
            }),
        (edges.clone(), 1u16..4, digits(), 1..=CELLS / 2).prop_map(
            |(edges, size, pinned, half)| {
                let inside = |&(a, b): &(u16, u16)| a < half && b < half;
                Statement::Regions {
                    labels: (0..half).map(Cell).collect(),
                    contents: (half..2 * half).map(Cell).collect(),
                    edges: edges.into_iter().filter(inside).collect(),
                    size,
                    pinned,
                }
            }
        ),
        (edges, digits(), proptest::option::of(1u16..5)).prop_map(|(edges, values, size)| {
            let cells = (0..CELLS).map(Cell).collect();
            Statement::Connected {
                cells,
                edges,
                values,
                size,
            }
        }),
    ]
    .boxed()
}

/// Statements, nested twice at most.
fn statements() -> BoxedStrategy<Statement> {
    simple()
        .prop_recursive(2, 8, 3, |inner| {
            let parts = proptest::collection::vec(inner.clone(), 0..4);
            prop_oneof![
                parts.clone().prop_map(Statement::Any),
                parts.clone().prop_map(Statement::All),
                inner.prop_map(|part| Statement::Not(Box::new(part))),
                (parts, digits()).prop_map(|(parts, counts)| Statement::Holds { parts, counts }),
            ]
        })
        .boxed()
}

fn compile(puzzle: &Puzzle, statements: &[Statement]) -> Model {
    let part = |(i, statement): (usize, &Statement)| Part {
        cite: Cite::Clue(i as u16),
        statement: statement.clone(),
        implied: false,
    };
    Model::new(
        puzzle,
        &statements.iter().enumerate().map(part).collect::<Vec<_>>(),
    )
}

/// All full boards that satisfy the layout, the givens and the statements, in order.
fn enumerate(puzzle: &Puzzle, statements: &[Statement]) -> Vec<Vec<u8>> {
    let domain: Vec<u8> = puzzle.layout.digits().iter().collect();
    let mut boards: Vec<Vec<u8>> = vec![vec![]];
    for cell in puzzle.layout.cells() {
        let mut longer = vec![];
        for board in &boards {
            for &value in &domain {
                let given = puzzle.givens.iter().filter(|g| g.cell == cell);
                if given.clone().all(|g| g.digits.contains(value))
                    && !(puzzle.layout.lines && board.contains(&value))
                {
                    longer.push([board.as_slice(), &[value]].concat());
                }
            }
        }
        boards = longer;
    }
    boards.retain(|board| {
        statements
            .iter()
            .all(|s| s.holds(&|cell: Cell| board[cell.index()]))
    });
    boards
}

fn searched(model: &Model) -> Vec<Vec<u8>> {
    let mut found = solve(model, Limits::default()).solutions;
    found.sort();
    found
}

/// Both sinks reach the same board, and no reason is missing for what was removed.
fn sinks_agree<W: Word>(compiled: &Compiled<W>) -> Result<(), TestCaseError> {
    if compiled.start.iter().any(|set| set.is_none()) {
        return Ok(());
    }
    let (mut fast, mut slow) = (compiled.start.clone(), compiled.start.clone());
    let mut work = Work::default();
    let outcome = loop {
        // Patient relations run again only when woken.
        let before = fast.clone();
        compiled.program.wake_all(&fast, &mut work);
        let outcome = compiled.program.fixpoint(&mut fast, &mut work);
        if outcome.is_err() || before == fast {
            break outcome;
        }
    };
    let explained = explained_fixpoint(&compiled.program, &mut slow, &mut work.scratch);
    prop_assert_eq!(outcome.is_ok(), explained.is_ok());
    if outcome.is_ok() {
        prop_assert_eq!(fast, slow);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16384))]

    #[test]
    fn search_finds_what_enumeration_finds(puzzle in puzzles(), statement in simple()) {
        let statements = [statement];
        prop_assert_eq!(searched(&compile(&puzzle, &statements)), enumerate(&puzzle, &statements));
    }

    #[test]
    fn search_finds_what_enumeration_finds_of_nested_statements(
        puzzle in puzzles(),
        statements in proptest::collection::vec(statements(), 1..4),
    ) {
        prop_assert_eq!(searched(&compile(&puzzle, &statements)), enumerate(&puzzle, &statements));
    }

    #[test]
    fn fast_and_explaining_sinks_agree(
        puzzle in puzzles(),
        statements in proptest::collection::vec(statements(), 1..4),
    ) {
        match compile(&puzzle, &statements) {
            Model::Narrow(compiled) => sinks_agree(&compiled)?,
            Model::Wide(compiled) => sinks_agree(&compiled)?,
            Model::Widest(compiled) => sinks_agree(&compiled)?,
        }
    }
}
