use super::Post;
use super::choice::post_any;
use super::linear::{cage, is_short};
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{MOST_TOTAL, Relation, Sums};
use cluewright_rules::Statement;
use cluewright_rules::statement::{Compare, Linear, SumIn};

impl Post for SumIn {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let each = |&total: &i64| Linear {
            terms: self.terms.clone(),
            compare: Compare::Equal,
            total,
        };
        if let [total] = &*self.totals {
            return each(total).post(builder, rests_on);
        }
        let cells: Vec<u16> = self.terms.iter().map(|t| t.0.0).collect();
        let plain = self.terms.iter().all(|t| t.1 == 1);
        // The sum becomes a cage if all cells differ and have weight 1, and if there are few enough
        // value sets.
        if plain
            && builder.shared.all_apart(&cells)
            && let Some(cage) = cage(builder, &cells, &self.totals)
        {
            return builder.add(Relation::Cage(cage), rests_on);
        }
        let fits = |total: &i64| (0..=MOST_TOTAL).contains(total);
        if plain && self.totals.iter().all(fits) && is_short(builder, &cells) {
            let totals = self
                .totals
                .iter()
                .fold(0u128, |set, total| set | 1 << total);
            let sums = Sums::new(&[cells], totals, &builder.shared);
            return builder.add(Relation::Sums(sums), rests_on);
        }
        let each = self.totals.iter().map(each).map(Statement::Linear);
        post_any(builder, &each.collect::<Vec<_>>(), rests_on);
    }
}
