//! Tests laws that every registered relation must satisfy.
//!
//! The meaning of a statement is defined by `Statement::holds` on full values. Everything is compared with a plain
//! enumeration of full boards.

use crate::{clauses, one_in};
use cluewright_engine::model::explain_to_fixpoint;
use cluewright_engine::model::program::{Program, Scratch, Work};
use cluewright_engine::model::sink::Inference;
use cluewright_engine::model::{Cite, Compiled, Model, Part, Word};
use cluewright_engine::search::{Limits, solve};
use cluewright_puzzle::{Boxes, Cell, DigitSet, Extra, Given, Layout, Puzzle};
use cluewright_rules::statement::{
    Accepts, Ascending, Connected, Consecutive, Count, Distinct, Element, EqualSums, Holds, Keep,
    Linear, NValue, Pair, Rank, Regions, RunLengths, SameMultiset, SelfCounting,
    SumBetweenExtremes, SumIn, ValueSets,
};
use cluewright_rules::{Automaton, Compare, PairTable, Statement};
use proptest::prelude::*;
use proptest::strategy::{Union, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use std::sync::Arc;

const CELLS: u16 = 5;

/// Generates puzzles with one row of five cells and few values. In some of the puzzles, the cells must differ.
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

/// Generates lists of distinct cells, in random order.
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

macro_rules! strategies {
    ($($strategy:expr),* $(,)?) => { vec![$($strategy.boxed()),*] };
}

/// Returns a strategy for each kind of statement that has its own relation.
fn kinds() -> Vec<BoxedStrategy<Statement>> {
    let rows = || proptest::collection::vec(digits(), 6);
    let list = || proptest::collection::vec(cell(), 1..5);
    let edges = proptest::collection::vec((0u16..CELLS, 0u16..CELLS), 2..8);
    strategies![
        (cell(), digits()).prop_map(|(c, d)| Statement::Keep(Keep(c, d))),
        (cell(), cell(), rows())
            .prop_map(|(a, b, rows)| { Statement::Pair(Pair(a, b, Arc::new(PairTable { rows }))) }),
        (cells(3), digits(), rows()).prop_map(|(cells, free, rows)| {
            let pair = Statement::Pair(Pair(cells[0], cells[1], Arc::new(PairTable { rows })));
            Statement::Any(vec![Statement::Keep(Keep(cells[2], free)), pair])
        }),
        list().prop_map(|cells| Statement::Distinct(Distinct(cells))),
        cells(1).prop_map(|cells| Statement::Consecutive(Consecutive(cells))),
        (cells(2), 1u64..1024).prop_map(|(cells, which)| {
            let size = cells.len() as u32;
            let sets = (0u64..64).filter(|set| set.count_ones() == size);
            let sets = sets.filter(|set| which >> (set % 10) & 1 == 1);
            let sets: Vec<DigitSet> = sets.map(DigitSet::from_bits).collect();
            Statement::ValueSets(ValueSets(cells, sets.into()))
        }),
        (list(), any::<bool>())
            .prop_map(|(cells, strict)| Statement::Ascending(Ascending { cells, strict })),
        (terms(), compare(), -4i64..20).prop_map(|(terms, compare, total)| Statement::Linear(
            Linear {
                terms,
                compare,
                total
            }
        )),
        (terms(), proptest::collection::btree_set(-2i64..22, 1..5)).prop_map(|(terms, totals)| {
            Statement::SumIn(SumIn {
                terms,
                totals: totals.into_iter().collect(),
            })
        }),
        proptest::collection::vec(list(), 2..4).prop_map(|groups| {
            let ones = |cells: Vec<Cell>| cells.into_iter().map(|c| (c, 1)).collect();
            Statement::EqualSums(EqualSums(groups.into_iter().map(ones).collect()))
        }),
        (
            proptest::collection::vec((cell(), digits()), 1..6),
            total(),
            -1i64..2,
            digits()
        )
            .prop_map(|(cells, total, offset, counts)| Statement::Count(Count {
                cells,
                total,
                offset,
                counts
            })),
        (cells(2), 1u64..7).prop_map(|(cells, split)| {
            let of = |set: u64| {
                Statement::Count(Count {
                    cells: cells
                        .iter()
                        .map(|&c| (c, DigitSet::from_bits(set)))
                        .collect(),
                    total: None,
                    offset: 0,
                    counts: DigitSet::range(1, cells.len() as u8),
                })
            };
            let rest = 0b11_1000 >> (split % 2);
            Statement::All(vec![
                of(split),
                of(rest & !split),
                of(0b111 & !split & !rest),
            ])
        }),
        (list(), total(), digits()).prop_map(|(cells, total, counts)| Statement::NValue(NValue {
            cells,
            total,
            counts
        })),
        cells(1).prop_map(|cells| Statement::SelfCounting(SelfCounting(cells))),
        (
            list(),
            cell(),
            -1i64..3,
            prop_oneof![cell().prop_map(Ok), digits().prop_map(Err)]
        )
            .prop_map(|(list, index, first, value)| Statement::Element(Element {
                list,
                index,
                first,
                value
            })),
        (1usize..3, proptest::collection::vec(cell(), 6)).prop_map(|(length, cells)| {
            Statement::SameMultiset(SameMultiset(
                cells
                    .chunks(length)
                    .take(2 + length % 2)
                    .map(<[_]>::to_vec)
                    .collect(),
            ))
        }),
        (list(), automaton())
            .prop_map(|(cells, a)| Statement::Accepts(Accepts(cells, Arc::new(a)))),
        (list(), 0i64..8)
            .prop_map(|(cells, sum)| Statement::SumBetweenExtremes(SumBetweenExtremes(cells, sum))),
        (
            proptest::collection::vec(cell(), 6),
            1usize..3,
            0u16..3,
            any::<bool>()
        )
            .prop_map(|(cells, length, smaller, ties)| Statement::Rank(Rank {
                lists: cells.chunks_exact(length).map(<[_]>::to_vec).collect(),
                smaller,
                ties,
            })),
        (
            cell(),
            proptest::collection::vec(list(), 1..3),
            cell(),
            -1i64..2
        )
            .prop_map(
                |(head, arms, total, offset)| Statement::RunLengths(RunLengths {
                    head,
                    arms,
                    total,
                    offset,
                })
            ),
        (edges.clone(), 1u16..4, digits(), 1..=CELLS / 2).prop_map(
            |(edges, size, pinned, half)| {
                let inside = |&(a, b): &(u16, u16)| a < half && b < half;
                Statement::Regions(Regions {
                    labels: (0..half).map(Cell).collect(),
                    contents: (half..2 * half).map(Cell).collect(),
                    edges: edges.into_iter().filter(inside).collect(),
                    size,
                    pinned,
                })
            }
        ),
        (edges, digits(), proptest::option::of(1u16..5)).prop_map(|(edges, values, size)| {
            let cells = (0..CELLS).map(Cell).collect();
            Statement::Connected(Connected {
                cells,
                edges,
                values,
                size,
            })
        }),
    ]
}

/// Generates ranks of several lists. Usually all of them are ranks among the same lists, but sometimes one has its own
/// lists.
fn ranks() -> impl Strategy<Value = Vec<Statement>> {
    let list = |length| proptest::collection::vec(cell(), length);
    let lists = (1usize..4).prop_flat_map(move |length| {
        let lists = proptest::collection::vec(list(length), 2..5);
        (lists, proptest::option::weighted(0.2, list(length)))
    });
    let rank = (any::<proptest::sample::Index>(), 0u16..4);
    (lists, proptest::collection::vec(rank, 2..4), any::<bool>()).prop_map(
        |((lists, stranger), ranks, ties)| {
            let of = |(number, (which, smaller)): (usize, (proptest::sample::Index, u16))| {
                let mut lists = lists.clone();
                let which = which.index(lists.len());
                lists.rotate_left(which);
                if let (0, Some(stranger)) = (number, &stranger) {
                    lists[1] = stranger.clone();
                }
                Statement::Rank(Rank {
                    lists,
                    smaller,
                    ties,
                })
            };
            ranks.into_iter().enumerate().map(of).collect()
        },
    )
}

fn simple() -> BoxedStrategy<Statement> {
    Union::new(kinds()).boxed()
}

/// Generates statements that are nested at most twice.
fn statements() -> BoxedStrategy<Statement> {
    simple()
        .prop_recursive(2, 8, 3, |inner| {
            let parts = proptest::collection::vec(inner.clone(), 0..4);
            prop_oneof![
                parts.clone().prop_map(Statement::Any),
                parts.clone().prop_map(Statement::All),
                inner.prop_map(|part| Statement::Not(Box::new(part))),
                (parts, digits())
                    .prop_map(|(parts, counts)| Statement::Holds(Holds { parts, counts })),
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

/// Returns all full boards that satisfy the layout, the givens and the statements, sorted.
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

fn search_all(model: &Model) -> Vec<Vec<u8>> {
    let mut found = solve(model, Limits::default()).solutions;
    found.sort();
    found
}

/// Propagates on a board. Returns `None` on a contradiction.
fn tighten<W: Word>(program: &Program<W>, start: &[W], work: &mut Work<W>) -> Option<Vec<W>> {
    let mut board = start.to_vec();
    if board.iter().any(|set| set.is_none()) {
        return None;
    }
    loop {
        // A relation that waits until a variable is fixed runs again only when it is woken.
        let before = board.clone();
        program.wake_all(&board, work);
        program.fixpoint(&mut board, work).ok()?;
        if before == board {
            return Some(board);
        }
    }
}

/// Checks that propagation with and without explanations reaches the same board.
fn sinks_agree<W: Word>(compiled: &Compiled<W>) -> Result<(), TestCaseError> {
    if compiled.start.iter().any(|set| set.is_none()) {
        return Ok(());
    }
    let mut work = Work::default();
    let fast = tighten(&compiled.program, &compiled.start, &mut work);
    let mut slow = compiled.start.clone();
    let explained = explain_to_fixpoint(compiled, &mut slow, &mut work.scratch, |_| {});
    prop_assert_eq!(fast, explained.is_ok().then_some(slow));
    Ok(())
}

/// A conclusion of a relation: the facts that imply it, and the removed candidates. Without removed candidates, the
/// conclusion is that the relation cannot hold.
type Conclusion = (Vec<(usize, DigitSet)>, Option<(usize, DigitSet)>);

/// Returns the conclusions of all relations with their reasons, on a board on which the variables keep only these
/// values.
fn conclusions<W: Word>(compiled: &Compiled<W>, kept: &[u64]) -> Vec<Conclusion> {
    let base = compiled.program.shared().base;
    let digits = |set: W| DigitSet::from_bits(set.bits() << base);
    let mut board = compiled.start.clone();
    for (set, &kept) in board.iter_mut().zip(kept) {
        *set &= W::from_bits(kept);
    }
    if board.iter().any(|set| set.is_none()) {
        return vec![];
    }
    let mut found: Vec<Inference<W>> = vec![];
    let _ = explain_to_fixpoint(compiled, &mut board, &mut Scratch::default(), |inference| {
        found.push(inference.clone());
    });
    let told = |inference: &Inference<W>| {
        let facts = inference.facts.iter();
        let facts = facts.map(|fact| (usize::from(fact.var), digits(fact.within)));
        let removed = inference.removed;
        let removed = removed.map(|(var, lost)| (usize::from(var), digits(lost)));
        (facts.collect(), removed)
    };
    found.iter().map(told).collect()
}

/// Returns the conclusions of a model's relations, for any word width.
fn conclusions_of(model: &Model, kept: &[u64]) -> Vec<Conclusion> {
    match model {
        Model::Narrow(compiled) => conclusions(compiled, kept),
        Model::Wide(compiled) => conclusions(compiled, kept),
        Model::Widest(compiled) => conclusions(compiled, kept),
    }
}

/// Returns `true` if a full board agrees with the facts but not with the conclusion.
fn is_refuted(boards: &[Vec<u8>], (facts, removed): &Conclusion) -> bool {
    let in_set = |board: &[u8], &(cell, set): &(usize, DigitSet)| set.contains(board[cell]);
    let refutes = |board: &Vec<u8>| {
        facts.iter().all(|fact| in_set(board, fact))
            && removed.is_none_or(|removed| in_set(board, &removed))
    };
    boards.iter().any(refutes)
}

/// Checks that propagation is monotone: if it starts with fewer candidates, it does not leave more of them.
fn monotone<W: Word>(compiled: &Compiled<W>, kept: &[u64]) -> Result<(), TestCaseError> {
    let mut work = Work::default();
    let fewer: Vec<W> = compiled
        .start
        .iter()
        .zip(kept.iter().chain(std::iter::repeat(&!0)))
        .map(|(&set, &kept)| set & W::from_bits(kept))
        .collect();
    let of_more = tighten(&compiled.program, &compiled.start, &mut work);
    let of_fewer = tighten(&compiled.program, &fewer, &mut work);
    if let Some(of_fewer) = of_fewer {
        prop_assert!(of_more.is_some(), "fails on more, not on fewer");
        let pairs = of_more.iter().flatten().zip(&of_fewer);
        for (var, (&more, &fewer)) in pairs.enumerate() {
            prop_assert!(
                (fewer & !more).is_none(),
                "variable {}: {:?} of fewer, {:?} of more",
                var,
                fewer,
                more
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16384 / one_in(32)))]

    #[test]
    fn search_finds_what_enumeration_finds(puzzle in puzzles(), statement in simple()) {
        let statements = [statement];
        prop_assert_eq!(search_all(&compile(&puzzle, &statements)), enumerate(&puzzle, &statements));
    }

    #[test]
    fn search_finds_what_enumeration_finds_of_nested_statements(
        puzzle in puzzles(),
        statements in proptest::collection::vec(statements(), 1..4),
    ) {
        prop_assert_eq!(search_all(&compile(&puzzle, &statements)), enumerate(&puzzle, &statements));
    }

    #[test]
    fn search_finds_what_enumeration_finds_of_several_ranks(
        puzzle in puzzles(),
        statements in ranks(),
    ) {
        prop_assert_eq!(search_all(&compile(&puzzle, &statements)), enumerate(&puzzle, &statements));
    }

    /// Groups of four cells may share a cell more than once.
    #[test]
    fn search_finds_what_enumeration_finds_of_long_groups(
        puzzle in puzzles(),
        one in proptest::collection::vec(0..CELLS, 4),
        other in proptest::collection::vec(0..CELLS, 4),
        negated in any::<bool>(),
    ) {
        let groups = [one, other].map(|group| group.into_iter().map(Cell).collect());
        let same = Statement::SameMultiset(SameMultiset(groups.to_vec()));
        let statements = [if negated { same.negated() } else { same }];
        let expected = enumerate(&puzzle, &statements);
        prop_assert_eq!(search_all(&compile(&puzzle, &statements)), expected.clone());
        prop_assert_eq!(clauses::models(&puzzle, &statements), expected);
    }

    #[test]
    fn formulas_allow_what_enumeration_finds(puzzle in puzzles(), statement in simple()) {
        let statements = [statement];
        let expected = enumerate(&puzzle, &statements);
        prop_assert_eq!(clauses::models(&puzzle, &statements), expected);
    }

    /// Two letters with the same two values have three sums. Often only one of them is within the range that all groups
    /// share, and it differs from group to group.
    #[test]
    fn formulas_allow_what_enumeration_finds_of_equal_sums_with_gaps(
        groups in proptest::collection::vec(proptest::collection::btree_set(0u8..16, 2), 3),
    ) {
        let mut puzzle = Puzzle::new(Layout {
            rows: 1,
            columns: 1,
            min_digit: 1,
            digit_count: 1,
            lines: false,
            boxes: Boxes::None,
        });
        let (mut boards, mut terms) = (vec![vec![1u8]], vec![]);
        for (number, values) in groups.iter().enumerate() {
            let mut group = vec![];
            for letter in ["a", "b"] {
                group.push((Cell::from_index(puzzle.cell_count()), 1));
                puzzle.extras.push(Extra {
                    name: format!("{letter}{number}"),
                    size: 1,
                    columns: 0,
                    values: DigitSet::from_bits(values.iter().map(|value| 1 << value).sum()),
                });
                let longer = |board: Vec<u8>| {
                    let boards = values.iter().map(|&value| [&board[..], &[value]].concat());
                    boards.collect::<Vec<_>>()
                };
                boards = boards.into_iter().flat_map(longer).collect();
            }
            terms.push(group);
        }
        let equal = Statement::EqualSums(EqualSums(terms));
        boards.retain(|board| equal.holds(&|cell: Cell| board[cell.index()]));
        prop_assert_eq!(clauses::models(&puzzle, &[equal]), boards);
    }

    #[test]
    fn formulas_allow_what_enumeration_finds_of_nested_statements(
        puzzle in puzzles(),
        statements in proptest::collection::vec(statements(), 1..4),
    ) {
        let expected = enumerate(&puzzle, &statements);
        prop_assert_eq!(clauses::models(&puzzle, &statements), expected);
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

    #[test]
    fn fewer_candidates_in_no_more_out(
        puzzle in puzzles(),
        statements in proptest::collection::vec(statements(), 1..4),
        kept in proptest::collection::vec(0u64..64, CELLS as usize),
    ) {
        match compile(&puzzle, &statements) {
            Model::Narrow(compiled) => monotone(&compiled, &kept)?,
            Model::Wide(compiled) => monotone(&compiled, &kept)?,
            Model::Widest(compiled) => monotone(&compiled, &kept)?,
        }
    }
}

/// Generates pencil marks of a 9x9 grid around one solution. Sometimes a cell lacks its digit, or a house lacks a
/// digit.
fn any_marked_grid() -> impl Strategy<Value = Puzzle> {
    let order = |n: usize| Just((0..n).collect::<Vec<_>>()).prop_shuffle();
    let lines = || (order(3), order(3), order(3)).prop_map(|(a, b, c)| [a, b, c]);
    let marks = || proptest::collection::vec(0u64..512, 81);
    let wrong = proptest::option::weighted(0.3, 0usize..81);
    let hole = proptest::option::weighted(0.2, (0usize..27, 0u32..9));
    let solution = (order(9), lines(), lines());
    (0u8..=1, solution, marks(), marks(), 0..=2u8, wrong, hole).prop_map(
        |(min_digit, (digits, rows, columns), some, others, density, wrong, hole)| {
            let layout = Layout {
                min_digit,
                ..Layout::square(9)
            };
            let line = |order: &[Vec<usize>; 3], at: usize| at / 3 * 3 + order[at / 3][at % 3];
            let mut marks: Vec<u64> = some
                .iter()
                .zip(&others)
                .map(|(some, others)| match density {
                    0 => some & others,
                    1 => *some,
                    _ => some | others,
                })
                .collect();
            for (cell, marks) in marks.iter_mut().enumerate() {
                let (row, column) = (line(&rows, cell / 9), line(&columns, cell % 9));
                let right = 1 << digits[(row * 3 + row / 3 + column) % 9];
                *marks = if wrong == Some(cell) {
                    *marks & !right
                } else {
                    *marks | right
                };
            }
            if let Some((house, digit)) = hole {
                layout.houses()[house]
                    .iter()
                    .for_each(|cell| marks[cell.index()] &= !(1 << digit));
            }
            let mut puzzle = Puzzle::new(layout);
            puzzle
                .givens
                .extend(marks.iter().enumerate().map(|(cell, marks)| Given {
                    cell: Cell(cell as u16),
                    digits: DigitSet::from_bits(marks << min_digit),
                }));
            puzzle
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512 / one_in(16)))]

    #[test]
    fn the_lattice_says_what_houses_and_overlaps_say(puzzle in any_marked_grid()) {
        let Model::Narrow(compiled) = compile(&puzzle, &[]) else {
            panic!("nine digits are few");
        };
        sinks_agree(&compiled)?;
    }
}

/// Returns the declared propagation strength of a kind of statement, with the name of the kind.
///
/// The strength is the minimum share, in percent, of impossible candidates that propagation removes on random small
/// boards. A cell may occur twice in the statement. 100 means domain consistency. The match is exhaustive, so a new
/// kind does not compile without a value.
fn find_declared_strength(statement: &Statement) -> (&'static str, u32) {
    match statement {
        Statement::All(_) => ("all", 97),
        Statement::Any(_) => ("any", 87),
        Statement::Not(_) => ("not", 87),
        Statement::Holds(_) => ("holds", 91),
        Statement::Keep(_) => ("keep", 100),
        Statement::Pair(_) => ("pair", 100),
        Statement::Distinct(_) => ("distinct", 99),
        Statement::Consecutive(_) => ("consecutive", 99),
        Statement::ValueSets(_) => ("value sets", 95),
        Statement::Ascending(_) => ("ascending", 99),
        Statement::Linear(_) => ("linear", 99),
        Statement::SumIn(_) => ("sum in", 99),
        Statement::EqualSums(_) => ("equal sums", 81),
        Statement::Count(_) => ("count", 92),
        Statement::NValue(_) => ("kinds", 85),
        Statement::SumBetweenExtremes(_) => ("encloses", 99),
        Statement::Rank(_) => ("rank", 68),
        Statement::RunLengths(_) => ("runs", 69),
        Statement::Regions(_) => ("regions", 100),
        Statement::SelfCounting(_) => ("self-counting", 99),
        Statement::Element(_) => ("element", 99),
        Statement::SameMultiset(_) => ("same", 94),
        Statement::Accepts(_) => ("accepts", 99),
        Statement::Connected(_) => ("connected", 97),
    }
}

/// Generates rows of five cells without houses, each cell restricted to some of four digits.
fn loose_boards() -> impl Strategy<Value = Puzzle> {
    proptest::collection::vec(1u64..16, CELLS as usize).prop_map(|restrictions| {
        let mut puzzle = Puzzle::new(Layout {
            rows: 1,
            columns: CELLS as u8,
            min_digit: 0,
            digit_count: 4,
            lines: false,
            boxes: Boxes::None,
        });
        let give = |(cell, bits)| Given {
            cell: Cell(cell),
            digits: DigitSet::from_bits(bits),
        };
        puzzle.givens = (0..).zip(restrictions).map(give).collect();
        puzzle
    })
}

/// Returns the rows and columns of a square, each in both directions.
fn lists_of_a_square(size: usize) -> Vec<Vec<Cell>> {
    let at = move |row: usize, column: usize| Cell::from_index(row * size + column);
    let mut lists: Vec<Vec<Cell>> = vec![];
    for line in 0..size {
        lists.push((0..size).map(|step| at(line, step)).collect());
        lists.push((0..size).map(|step| at(step, line)).collect());
    }
    let back: Vec<Vec<Cell>> = lists
        .iter()
        .map(|list| list.iter().copied().rev().collect())
        .collect();
    lists.extend(back);
    lists
}

/// Returns a statement about the rank of one of the lists: its rank in the given solution, plus `above`.
fn rank_in(values: &[u8], lists: &[Vec<Cell>], which: usize, above: u16, ties: bool) -> Statement {
    let mut lists = lists.to_vec();
    lists.swap(0, which);
    let read = |list: &Vec<Cell>| {
        list.iter()
            .map(|cell| values[cell.index()])
            .collect::<Vec<_>>()
    };
    let own = read(&lists[0]);
    let smaller = lists.iter().filter(|list| read(list) < own).count() as u16 + above;
    Statement::Rank(Rank {
        lists,
        smaller,
        ties,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048 / one_in(32)))]

    #[test]
    fn ranks_in_a_square_are_what_filtering_leaves(
        boxes in prop_oneof![Just(Boxes::None), Just(Boxes::Default(0))],
        solution in any::<proptest::sample::Index>(),
        ranked in proptest::collection::vec((0usize..16, prop_oneof![9 => Just(0u16), 1 => 1..3u16]), 1..6),
        ties in any::<bool>(),
    ) {
        let puzzle = Puzzle::new(Layout { boxes, ..Layout::square(4) });
        let lists = lists_of_a_square(4);
        let mut all = search_all(&compile(&puzzle, &[]));
        let solution = solution.get(&all).clone();
        let rank = |&(which, above)| rank_in(&solution, &lists, which, above, ties);
        let statements: Vec<Statement> = ranked.iter().map(rank).collect();
        let holds = |values: &[u8], s: &Statement| s.holds(&|cell| values[cell.index()]);
        all.retain(|values| statements.iter().all(|statement| holds(values, statement)));
        prop_assert_eq!(search_all(&compile(&puzzle, &statements)), all);
    }
}

/// A sum over a hundred cells with two digits each is too large for the relation for sums.
#[test]
fn sums_of_many_cells_are_sums_too() {
    let puzzle = Puzzle::new(Layout {
        rows: 10,
        columns: 10,
        min_digit: 0,
        digit_count: 2,
        lines: false,
        boxes: Boxes::None,
    });
    let terms: Vec<(Cell, i64)> = (0..100).map(|cell| (Cell(cell), 1)).collect();
    let halves = [0..50, 50..100].map(|half| terms[half].to_vec()).to_vec();
    let ends = Statement::SumIn(SumIn {
        terms,
        totals: vec![0, 100],
    });
    let both = vec![vec![0; 100], vec![1; 100]];
    assert_eq!(
        search_all(&compile(&puzzle, std::slice::from_ref(&ends))),
        both
    );
    let equal = Statement::EqualSums(EqualSums(halves));
    assert_eq!(search_all(&compile(&puzzle, &[ends, equal])), both);
}

/// Returns the number of candidates that propagation leaves.
fn count_left(model: &Model) -> u32 {
    fn of<W: Word>(compiled: &Compiled<W>) -> u32 {
        let board = tighten(&compiled.program, &compiled.start, &mut Work::default());
        let cells = |board: Vec<W>| board[..CELLS as usize].iter().map(|set| set.len()).sum();
        board.map_or(0, cells)
    }
    match model {
        Model::Narrow(compiled) => of(compiled),
        Model::Wide(compiled) => of(compiled),
        Model::Widest(compiled) => of(compiled),
    }
}

/// Returns the number of candidates that occur in at least one of the boards.
fn possible(boards: &[Vec<u8>]) -> u32 {
    let used = |cell: usize| {
        let values = boards.iter().map(|board| 1u64 << board[cell]);
        values.fold(0, |all, value| all | value).count_ones()
    };
    (0..CELLS as usize).map(used).sum()
}

/// Counts, on 1,024 random boards, the candidates that propagation removes and those that are impossible. Also returns
/// an example of the statements.
fn strength(strategy: &BoxedStrategy<Statement>) -> (Statement, u32, u32) {
    let mut runner = TestRunner::deterministic();
    let mut case = || {
        let tree = (loose_boards(), strategy.clone()).new_tree(&mut runner);
        tree.expect("nothing is rejected").current()
    };
    let (mut removed, mut impossible) = (0, 0);
    for _ in 0..1024 {
        let (puzzle, statement) = case();
        let open: usize = puzzle.givens.iter().map(|given| given.digits.len()).sum();
        let statements = [statement];
        removed += open as u32 - count_left(&compile(&puzzle, &statements));
        impossible += open as u32 - possible(&enumerate(&puzzle, &statements));
    }
    (case().1, removed, impossible)
}

/// Returns a strategy for each compound kind of statement.
fn compounds() -> Vec<BoxedStrategy<Statement>> {
    strategies![
        proptest::collection::vec(simple(), 2..4).prop_map(Statement::All),
        proptest::collection::vec(simple(), 2..4).prop_map(Statement::Any),
        simple().prop_map(|part| Statement::Not(Box::new(part))),
        (proptest::collection::vec(simple(), 2..4), digits())
            .prop_map(|(parts, counts)| Statement::Holds(Holds { parts, counts })),
    ]
}

/// Calls `see` with the conclusions of random statements of each kind, on boards with givens and later removals.
fn each_reasoned(cases: usize, mut see: impl FnMut(&'static str, &[Vec<u8>], &[Conclusion])) {
    let mut runner = TestRunner::deterministic();
    for strategy in kinds().into_iter().chain(compounds()) {
        let cases_of = (puzzles(), strategy, any_kept_values());
        for _ in 0..cases {
            let tree = cases_of.new_tree(&mut runner);
            let (puzzle, statement, kept) = tree.expect("nothing is rejected").current();
            let (name, _) = find_declared_strength(&statement);
            let statements = [statement];
            let blank = Puzzle::new(puzzle.layout.clone());
            let boards = enumerate(&blank, &statements);
            let found = conclusions_of(&compile(&puzzle, &statements), &kept);
            see(name, &boards, &found);
        }
    }
}

/// Generates the digits that cells still have, as bit sets.
fn any_kept_values() -> impl Strategy<Value = Vec<u64>> {
    let kept = prop_oneof![Just(!0), 1u64..64];
    proptest::collection::vec(kept, 16)
}

/// Each conclusion must follow from its facts together with the statement and the layout. Givens and other facts about
/// the board may be used only if they are cited. The check is an enumeration, so that no relation vouches for itself.
#[test]
fn reasons_alone_force_the_conclusion() {
    let (mut seen, mut wrong) = (0, vec![]);
    each_reasoned(256, |name, boards, found| {
        seen += found.len();
        let unsound = found.iter().find(|one| is_refuted(boards, one));
        wrong.extend(unsound.map(|one| format!("{name}: {one:?}")));
    });
    assert!(seen > 10_000, "{seen} conclusions");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Counts the redundant facts in the reasons of each kind of statement.
#[test]
#[ignore = "a study, which prints a table; .ci/nightly runs it"]
#[allow(clippy::print_stdout, reason = "it is there to be read")]
fn how_tight_reasons_are() {
    let mut table: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    each_reasoned(256, |name, boards, found| {
        for (facts, removed) in found {
            let row = table.entry(name).or_default();
            row[0] += 1;
            row[1] += facts.len();
            for dropped in 0..facts.len() {
                let mut fewer = facts.clone();
                fewer.remove(dropped);
                row[2] += usize::from(!is_refuted(boards, &(fewer, *removed)));
            }
        }
    });
    for (name, [found, facts, unneeded]) in table {
        println!("{name:15} {found:6} conclusions {facts:6} facts {unneeded:6} unneeded");
    }
}

/// Generates automata with ten states and six digits, each with the remaining values of six cells.
fn line_in_a_house() -> impl Strategy<Value = (Automaton, Vec<u64>)> {
    let steps = proptest::collection::vec(0u16..10, 10 * 6);
    let accepting = proptest::collection::vec(proptest::bool::weighted(0.2), 10);
    let kept = proptest::collection::vec(1u64..64, 6);
    (steps, accepting, kept).prop_map(|(steps, accepting, kept)| {
        let mut next = vec![Automaton::DEAD; 10 * 64];
        for (state, row) in steps.chunks(6).enumerate() {
            next[state * 64 + 1..state * 64 + 7].copy_from_slice(row);
        }
        let automaton = Automaton {
            next,
            accepting,
            start: 0,
        };
        (automaton, kept)
    })
}

/// Propagates on a board whose variables keep only these values. Returns `None` on a contradiction.
fn propagate<W: Word>(compiled: &Compiled<W>, kept: &[u64]) -> Option<Vec<u64>> {
    let sets = compiled.start.iter().zip(kept);
    let board: Vec<W> = sets.map(|(&set, &kept)| set & W::from_bits(kept)).collect();
    let board = tighten(&compiled.program, &board, &mut Work::default())?;
    Some(board.iter().map(|set| set.bits()).collect())
}

/// Creates a puzzle with one row of six cells and the digits 1 to 6. The row may be a house.
fn row_of_six(is_house: bool) -> Puzzle {
    Puzzle::new(Layout {
        rows: 1,
        columns: 6,
        min_digit: 1,
        digit_count: 6,
        lines: is_house,
        boxes: Boxes::None,
    })
}

/// Returns the values that each cell has on the boards within `kept`, as bit sets; `None` if there is no such
/// board.
fn union_of_fitting(boards: &[Vec<u8>], kept: &[u64]) -> Option<Vec<u64>> {
    let fits = |board: &&Vec<u8>| {
        let mut cells = board.iter().zip(kept);
        cells.all(|(value, kept)| kept >> (value - 1) & 1 == 1)
    };
    let mut union = vec![0; kept.len()];
    for board in boards.iter().filter(fits) {
        let cells = union.iter_mut().zip(board);
        cells.for_each(|(set, value)| *set |= 1u64 << (value - 1));
    }
    (union[0] != 0).then_some(union)
}

/// Checks that the relations keep exactly the candidates that occur in solutions, and that their reasons are valid.
fn is_exact(puzzle: &Puzzle, statements: &[Statement], kept: &[u64]) -> Result<(), TestCaseError> {
    let model = compile(puzzle, statements);
    let boards = enumerate(puzzle, statements);
    let Model::Narrow(compiled) = &model else {
        unreachable!("six digits")
    };
    prop_assert_eq!(propagate(compiled, kept), union_of_fitting(&boards, kept));
    for conclusion in conclusions_of(&model, kept) {
        prop_assert!(!is_refuted(&boards, &conclusion), "{:?}", conclusion);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024 / one_in(32)))]

    /// If a line fills a house, propagation keeps exactly the candidates that occur in solutions, and its reasons are
    /// valid.
    #[test]
    fn a_line_in_a_house_is_exact((automaton, kept) in line_in_a_house()) {
        let puzzle = row_of_six(true);
        let line = (0..6).map(Cell).collect();
        let statements = [Statement::Accepts(Accepts(line, Arc::new(automaton)))];
        is_exact(&puzzle, &statements, &kept)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024 / one_in(8)))]

    /// If some cells of a non-strict line must differ, propagation keeps exactly the candidates that occur in
    /// solutions.
    #[test]
    fn a_level_line_through_a_house_is_exact(
        differ in proptest::sample::subsequence((0..6).map(Cell).collect::<Vec<_>>(), 2..5),
        kept in proptest::collection::vec(1u64..64, 6),
    ) {
        let puzzle = row_of_six(false);
        let cells = (0..6).map(Cell).collect();
        let rising = Ascending { cells, strict: false };
        let statements = [Statement::Ascending(rising), Statement::Distinct(Distinct(differ))];
        is_exact(&puzzle, &statements, &kept)?;
    }
}

/// Generates statements about the sum of the digits between the smallest and the largest digit, for some of six cells
/// in random order.
fn around_a_sum() -> impl Strategy<Value = Statement> {
    let six: Vec<Cell> = (0..6).map(Cell).collect();
    let some = proptest::sample::subsequence(six, 2..=6).prop_shuffle();
    (some, 0i64..15)
        .prop_map(|(cells, sum)| Statement::SumBetweenExtremes(SumBetweenExtremes(cells, sum)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048 / one_in(8)))]

    /// Propagation of a sum between the smallest and the largest digit keeps exactly the candidates that occur in
    /// solutions.
    #[test]
    fn sums_between_extremes_are_exact(
        statement in around_a_sum(),
        kept in proptest::collection::vec(1u64..64, 6),
    ) {
        let puzzle = row_of_six(false);
        let statements = [statement];
        is_exact(&puzzle, &statements, &kept)?;
    }
}

/// Creates a grid with two areas, and the statements that each area is connected. `values` has the values of each area
/// as bits.
fn grid_with_areas(rows: u8, columns: u8, values: [u64; 2]) -> (Puzzle, [Statement; 2]) {
    let used = values[0] | values[1];
    let puzzle = Puzzle::new(Layout {
        rows,
        columns,
        min_digit: 1,
        digit_count: (64 - used.leading_zeros()) as u8,
        lines: false,
        boxes: Boxes::None,
    });
    let (rows, columns) = (u16::from(rows), u16::from(columns));
    let right = (0..rows * columns).filter(|at| at % columns + 1 < columns);
    let down = 0..(rows - 1) * columns;
    let edges = (right.map(|at| (at, at + 1))).chain(down.map(|at| (at + columns, at)));
    let edges: Vec<(u16, u16)> = edges.collect();
    let area = |bits: u64| {
        Statement::Connected(Connected {
            cells: (0..rows * columns).map(Cell).collect(),
            edges: edges.clone(),
            values: DigitSet::from_bits(bits << 1),
            size: None,
        })
    };
    (puzzle, values.map(area))
}

/// Generates the size of a small grid, the values of two areas (which may overlap), and the values that the cells
/// keep.
fn small_areas() -> impl Strategy<Value = ((u8, u8), [u64; 2], Vec<u64>)> {
    let sizes = prop_oneof![Just((2, 2)), Just((2, 4)), Just((3, 3)), Just((4, 3))];
    sizes.prop_flat_map(|(rows, columns)| {
        // With three values, there would be too many boards to list.
        let values = match rows * columns > 9 {
            true => Just([1, 2]).boxed(),
            false => proptest::sample::select(vec![[1, 2], [1, 4], [3, 4], [1, 6], [5, 2], [3, 6]])
                .boxed(),
        };
        let kept = move |values: [u64; 2]| {
            let most = 1u64 << (64 - (values[0] | values[1]).leading_zeros());
            proptest::collection::vec(1..most, usize::from(rows * columns))
        };
        values.prop_flat_map(move |values| (Just((rows, columns)), Just(values), kept(values)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512 / one_in(8)))]

    #[test]
    fn areas_of_a_grid_are_what_enumeration_finds(
        ((rows, columns), values, kept) in small_areas(),
    ) {
        let (puzzle, statements) = grid_with_areas(rows, columns, values);
        let model = compile(&puzzle, &statements);
        let boards = enumerate(&puzzle, &statements);
        prop_assert_eq!(&search_all(&model), &boards);
        for conclusion in conclusions_of(&model, &kept) {
            prop_assert!(!is_refuted(&boards, &conclusion), "{:?}", conclusion);
        }
    }
}

#[test]
fn areas_of_a_grid_do_not_cross() {
    let (puzzle, statements) = grid_with_areas(4, 4, [1, 2]);
    let Model::Narrow(compiled) = &compile(&puzzle, &statements) else {
        unreachable!("two digits")
    };
    // In the first case, two diagonally adjacent cells have one value, and a third cell has the other value. In the
    // second case, the three cells are corners.
    for (ones, two, last) in [([5, 10], 6, 9), ([0, 15], 3, 12)] {
        let mut kept = vec![3; 16];
        for one in ones {
            kept[one] = 1;
        }
        kept[two] = 2;
        let left = propagate(compiled, &kept).expect("there are solutions");
        assert_eq!(left[last], 1);
    }
}

/// Generates puzzles with the region labels and the contents of four cells. Each region has two cells.
fn regions() -> impl Strategy<Value = (Puzzle, Statement)> {
    let edges = proptest::collection::vec((0u16..4, 0u16..4), 3..8);
    (
        edges,
        2u8..=3,
        digits(),
        proptest::collection::vec(1u64..16, 8),
    )
        .prop_map(|(edges, digit_count, pinned, marks)| {
            let mut puzzle = Puzzle::new(Layout {
                rows: 1,
                columns: 8,
                min_digit: 1,
                digit_count,
                lines: false,
                boxes: Boxes::None,
            });
            let give = |(cell, marks): (u16, u64)| Given {
                cell: Cell(cell),
                digits: DigitSet::from_bits(marks << 1),
            };
            puzzle.givens = (0..).zip(marks).map(give).collect();
            let statement = Statement::Regions(Regions {
                labels: (0..4).map(Cell).collect(),
                contents: (4..8).map(Cell).collect(),
                edges: edges.into_iter().filter(|(a, b)| a != b).collect(),
                size: 2,
                pinned,
            });
            (puzzle, statement)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512 / one_in(2)))]

    #[test]
    fn reasons_of_regions_force_the_conclusion((puzzle, statement) in regions()) {
        let statements = [statement];
        let boards = enumerate(&Puzzle::new(puzzle.layout.clone()), &statements);
        for conclusion in conclusions_of(&compile(&puzzle, &statements), &[]) {
            prop_assert!(!is_refuted(&boards, &conclusion), "{:?}", conclusion);
        }
    }

    #[test]
    fn reasons_in_a_square_force_the_conclusion(
        boxes in prop_oneof![Just(Boxes::None), Just(Boxes::Default(0))],
        solution in any::<proptest::sample::Index>(),
        ranked in proptest::collection::vec((0usize..16, 0..2u16), 0..4),
        statements in proptest::collection::vec(simple(), 0..3),
        order in Just((0..16).collect::<Vec<usize>>()).prop_shuffle(),
        kept in any_kept_values(),
    ) {
        let puzzle = Puzzle::new(Layout { boxes, ..Layout::square(4) });
        let lists = lists_of_a_square(4);
        let mut boards = search_all(&compile(&puzzle, &[]));
        let solution = solution.get(&boards).clone();
        let elsewhere = |cell: Cell| Cell::from_index(order[cell.index()]);
        let mut all: Vec<Statement> = statements.iter().map(|s| s.with_cells(&elsewhere)).collect();
        let rank = |&(which, above)| rank_in(&solution, &lists, which, above, true);
        all.extend(ranked.iter().map(rank));
        let holds = |values: &[u8], s: &Statement| s.holds(&|cell: Cell| values[cell.index()]);
        boards.retain(|values| all.iter().all(|statement| holds(values, statement)));
        for conclusion in conclusions_of(&compile(&puzzle, &all), &kept) {
            prop_assert!(!is_refuted(&boards, &conclusion), "{:?}", conclusion);
        }
    }

    #[test]
    fn different_digits_of_many_cells_are_counted_exactly(
        boxes in prop_oneof![Just(Boxes::None), Just(Boxes::Default(0))],
        order in Just((0..16).map(Cell).collect::<Vec<_>>()).prop_shuffle(),
        count in 5usize..12,
        total in total(),
        counts in digits(),
        kept in any_kept_values(),
    ) {
        let puzzle = Puzzle::new(Layout { boxes, ..Layout::square(4) });
        let cells = order[..count].to_vec();
        let statement = [Statement::NValue(NValue { cells, total, counts })];
        let mut boards = search_all(&compile(&puzzle, &[]));
        boards.retain(|values| statement[0].holds(&|cell: Cell| values[cell.index()]));
        let model = compile(&puzzle, &statement);
        prop_assert_eq!(search_all(&model), boards.clone());
        for conclusion in conclusions_of(&model, &kept) {
            prop_assert!(!is_refuted(&boards, &conclusion), "{:?}", conclusion);
        }
        let Model::Narrow(compiled) = &model else { unreachable!("four digits") };
        monotone(compiled, &kept)?;
    }
}

#[test]
fn declared_strength_is_reached() {
    let mut weaker = vec![];
    let all = kinds().into_iter().chain(compounds());
    for strategy in all.step_by(one_in(3)) {
        let (example, removed, impossible) = strength(&strategy);
        let (name, percent) = find_declared_strength(&example);
        assert!(impossible > 0 && removed <= impossible, "{name}");
        if 100 * removed < percent * impossible {
            weaker.push(format!(
                "{name}: {removed} of {impossible}, declared {percent}%"
            ));
        }
    }
    assert!(weaker.is_empty(), "{}", weaker.join("\n"));
}
