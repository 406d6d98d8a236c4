//! Tables of allowed pairs, which ISS encodes as keys, and the rules that are written as tables.

use crate::iss::kit::{
    Family, Form, Inside, Reading, Restated, Restatement, Token, Type, Unwritable, Writer, Writing,
    read_groups,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue, DigitSet};
use cluewright_rules::{PairTable, encodings};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("Pair", "pair-table", &Table::NEIGHBOURS),
        Type::clue("Binary", "pair-table", &Table::NEIGHBOURS.swap_key()),
        Type::clue("PairX", "pair-table-all", &Table::ALL_PAIRS),
        Type::clue("BinaryX", "pair-table-all", &Table::ALL_PAIRS.swap_key()),
    ],
    restated: &[
        Restated("slow-thermometer", |clue, writer, _| {
            restate_as_table(clue, writer, "Pair", |a, b| a <= b)
        }),
        Restated("parity-line", |clue, writer, _| {
            restate_as_table(clue, writer, "Pair", |a, b| a % 2 != b % 2)
        }),
        Restated("nabner", |clue, writer, _| {
            restate_as_table(clue, writer, "PairX", |a, b| a.abs_diff(b) >= 2)
        }),
        Restated("anti-diagonal-consecutive", anti_diagonal_consecutive),
    ],
};

/// The arguments of a table: a key, then lists of cells, which may have names.
struct Table {
    /// `true` if the key's `-` and `_` are swapped, as in old texts.
    swapped: bool,
    /// `true` if the table applies to every pair of a list, instead of only to neighbours.
    all_pairs: bool,
}

impl Table {
    const NEIGHBOURS: Self = Self {
        swapped: false,
        all_pairs: false,
    };
    const ALL_PAIRS: Self = Self {
        swapped: false,
        all_pairs: true,
    };

    const fn swap_key(self) -> Self {
        Self {
            swapped: true,
            ..self
        }
    }
}

impl Form for Table {
    fn usage(&self) -> &'static str {
        "~key~_name~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let piece = item.args().next("a key")?;
        let key = match self.swapped {
            false => piece.text.clone().into_owned(),
            true => swap_legacy(&piece.text),
        };
        // `A` encodes 0. Trailing zeros are removed, so that equal tables have equal keys.
        let key = key.trim_end_matches('A');
        let table = encodings::decode_key(key, item.layout());
        let table = table.map_err(|e| piece.error(e.to_string()))?;
        if self.all_pairs && !symmetric(&table, item.layout().digits()) {
            let name = item.name();
            let message = format!("the key of `.{name}` must not depend on the order of two cells");
            return Err(piece.error(message));
        }
        let lists = read_groups(item.item, item.cells, false)?;
        let clue = |list: Vec<Cell>| item.on(list).with("key", key);
        Ok(lists.into_iter().flatten().map(clue).collect())
    }

    fn params(&self) -> &[&'static str] {
        &["key"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let key = clue.text("key")?;
        let layout = clue.layout();
        // If the table applies to all pairs, the reader refuses an asymmetric key, so it must not
        // be written.
        let ordered = encodings::decode_key(&key, layout)
            .is_ok_and(|table| self.all_pairs && !symmetric(&table, layout.digits()));
        match ordered {
            true => Err(clue.cannot("a key that depends on the order of two cells")),
            false => Ok(Token::with_shared(clue.kind.name, key, clue.names())),
        }
    }

    fn has_names(&self) -> bool {
        true
    }
}

/// Converts the key of a `Binary` constraint from the alphabet of old texts to the current one.
fn swap_legacy(key: &str) -> String {
    let swap = |c| match c {
        '-' => '_',
        '_' => '-',
        other => other,
    };
    key.chars().map(swap).collect()
}

fn symmetric(table: &PairTable, digits: DigitSet) -> bool {
    digits.iter().all(|a| {
        digits
            .iter()
            .all(|b| table.allows(a, b) == table.allows(b, a))
    })
}

fn restate_as_table(
    clue: &Clue,
    writer: &Writer,
    name: &'static str,
    allows: fn(u8, u8) -> bool,
) -> Restatement {
    Ok(Some(writer.table(name, &[clue.cells_of("cells")], allows)))
}

fn anti_diagonal_consecutive(_: &Clue, writer: &Writer, _: Inside) -> Restatement {
    let layout = &writer.puzzle.layout;
    let pairs = layout.cells().flat_map(|cell| {
        let (row, column) = layout.place(cell);
        let (row, column) = (i32::from(row), i32::from(column));
        [column - 1, column + 1]
            .into_iter()
            .filter_map(move |c| layout.cell_at(row + 1, c).map(|below| [cell, below]))
    });
    let pairs: Vec<[Cell; 2]> = pairs.collect();
    let lists: Vec<&[Cell]> = pairs.iter().map(|pair| &pair[..]).collect();
    Ok(Some(
        writer.table("Pair", &lists, |a, b| a.abs_diff(b) != 1),
    ))
}
