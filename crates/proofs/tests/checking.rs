//! Tests that valid proofs are accepted, and that a proof with a changed line, literal or hint is refused at that line.

use cluewright_proofs::{Cnf, Propagator, check_drat, check_lrat, explain_drat};

/// The formula stating that three pigeons fit into two holes. It has no model.
const PIGEONS: &str = "\
c pigeon p in hole h: 2p + h - 2
p cnf 6 9
1 2 0
3 4 0
5 6 0
-1 -3 0
-1 -5 0
-3 -5 0
-2 -4 0
-2 -6 0
-4 -6 0
";

const DRAT: &str = "-1 0\nd -1 -3 0\nd -1 -5 0\n0\n";
const LRAT: &str = "10 -1 0 4 5 2 3 9 0\n10 d 4 5 0\n11 0 10 1 7 8 2 3 6 0\n";

/// The derivation that corresponds to [`DRAT`]. A clause is deleted if no later step needs it.
const DERIVED: &str = "\
10 -1 0 4 5 2 3 9 0
10 d 4 5 9 0
11 2 0 10 1 0
11 d 10 1 0
12 -4 0 11 7 0
12 d 7 0
13 -6 0 11 8 0
13 d 11 8 0
14 3 0 12 2 0
14 d 12 2 0
15 5 0 13 3 0
15 d 13 3 0
16 0 15 14 6 0
16 d 15 14 6 0
";
const VERIPB: &str = "\
pseudo-Boolean proof version 3.0
f 9;
rup 1 ~x1 >= 1 : 4 5 2 3 9 ;
rup 1 x2 >= 1 : 10 1 ;
del id 10 ;
rup 1 ~x4 >= 1 : 11 7 ;
rup 1 ~x6 >= 1 : 11 8 ;
del id 11 ;
rup 1 x3 >= 1 : 12 2 ;
del id 12 ;
rup 1 x5 >= 1 : 13 3 ;
del id 13 ;
rup >= 1 : 15 14 6 ;
del id 15 14 ;
output NONE;
conclusion UNSAT : 16;
end pseudo-Boolean proof;
";

fn pigeons() -> Cnf {
    Cnf::parse(PIGEONS).expect("it is DIMACS")
}

#[test]
fn valid_proofs_are_accepted() {
    let drat = check_drat(&pigeons(), DRAT).expect("it is valid");
    assert_eq!((drat.lemmas, drat.deletions), (2, 2));
    let lrat = check_lrat(&pigeons(), LRAT).expect("it is valid");
    assert_eq!((lrat.lemmas, lrat.deletions), (2, 2));
}

#[test]
fn tampered_proofs_are_refused_at_their_line() {
    let refused = [
        ("0\n", 1, "does not follow"),
        ("-1 0\n", 1, "ends without"),
        ("-1 0\nd -1 -4 0\n0\n", 2, "does not exist"),
        ("d 5 6 0\n-1 0\n", 2, "does not follow"),
        ("-1 x 0\n", 1, "not a literal"),
        ("-1\n", 1, "expected a 0"),
        ("-1 0 2\n", 1, "after the final 0"),
        ("", 1, "ends without"),
    ];
    for (proof, line, message) in refused {
        let error = check_drat(&pigeons(), proof).expect_err(proof);
        assert_eq!(error.line, line, "{proof}");
        assert!(error.message.contains(message), "{error}");
    }
    let refused = [
        ("10 -1 0 4 5 2 3 0\n", "end without a conflict"),
        ("10 -1 0 4 5 3 1 0\n", "neither a unit"),
        ("10 -1 0 4 5 2 3 99 0\n", "no clause 99"),
        ("10 -1 0 4 -5 0\n", "RAT"),
        ("10 d 12 0\n", "does not exist"),
        ("9 -1 0 4 5 2 3 9 0\n", "already"),
        ("10 0 4 5 0\n", "neither a unit"),
    ];
    for (proof, message) in refused {
        let error = check_lrat(&pigeons(), proof).expect_err(proof);
        assert_eq!(error.line, 1, "{proof}");
        assert!(error.message.contains(message), "{proof}: {error}");
    }
}

/// The formula has six variables.
#[test]
fn lemmas_may_name_variables_that_the_formula_lacks() {
    for proof in [
        "9 -1 0\n-1 0\n0\n",
        "-1 9 0\n-1 0\n0\n",
        "9 -9 0\n-1 0\n0\n",
    ] {
        let checked = check_drat(&pigeons(), proof).expect(proof);
        assert_eq!(checked.lemmas, 3, "{proof}");
        let lrat = explain_drat(&pigeons(), proof).expect(proof).to_lrat();
        check_lrat(&pigeons(), &lrat).unwrap_or_else(|error| panic!("{error}: {lrat}"));
    }
    let error = check_drat(&pigeons(), "9 0\n").expect_err("it does not follow");
    assert!(error.message.contains("does not follow"), "{error}");
    let empty = Cnf::parse("p cnf 1 1\n0\n").expect("it is DIMACS");
    assert!(explain_drat(&empty, "9 0\n0\n").is_ok());
}

#[test]
fn a_formula_with_a_model_has_no_proof() {
    let open = PIGEONS
        .replace("-4 -6 0\n", "")
        .replace("cnf 6 9", "cnf 6 8");
    let open = Cnf::parse(&open).expect("it is DIMACS");
    assert!(check_drat(&open, DRAT).is_err());
    assert!(check_lrat(&open, LRAT).is_err());
}

#[test]
fn malformed_formulas_are_refused() {
    let refused = [
        ("1 0\n", "header"),
        ("p cnf 1 1\n2 0\n", "exceeds"),
        ("p cnf 1 2\n1 0\n", "header has 2"),
        ("p cnf 1 1\np cnf 1 1\n", "second header"),
        ("p cnf 1\n", "expected a header"),
        ("p cnf 999999999999 1\n", "expected a header"),
        ("", "expected a header"),
    ];
    for (text, message) in refused {
        let error = Cnf::parse(text).expect_err(text);
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

/// Derives the empty clause from a formula with three variables, and checks the derivation as LRAT.
fn is_derived(clauses: &[&[i32]]) -> bool {
    /// A proof that branches on two variables, so that unit propagation determines the third. Lemmas replace the clauses
    /// that are deleted.
    const TREE: &str = "-1 -2 0\n-1 2 0\n-1 0\nd -1 2 0\nd -1 -2 0\n1 -2 0\n1 2 0\n0\n";
    let mut text = format!("p cnf 3 {}\n", clauses.len());
    for clause in clauses {
        let literals: Vec<String> = clause.iter().map(i32::to_string).collect();
        text += &format!("{} 0\n", literals.join(" "));
    }
    let formula = Cnf::parse(&text).expect("it is DIMACS");
    let derivation = explain_drat(&formula, TREE);
    assert_eq!(derivation.is_ok(), check_drat(&formula, TREE).is_ok());
    derivation.is_ok_and(|derivation| {
        let lrat = derivation.to_lrat();
        check_lrat(&formula, &lrat).unwrap_or_else(|error| panic!("{error}: {text}{lrat}"));
        true
    })
}

/// Checks that propagation and search agree with enumeration on the satisfiability of small formulas with three
/// variables.
#[test]
fn satisfiability_matches_enumeration() {
    let all: Vec<[i32; 3]> = (0..8)
        .map(|signs| [1, 2, 3].map(|v| if signs >> (v - 1) & 1 == 1 { v } else { -v }))
        .collect();
    let two: Vec<[i32; 2]> = all.iter().map(|c| [c[0], c[2]]).collect();
    for chosen in 0..1u32 << 12 {
        let clauses = all
            .iter()
            .map(|c| &c[..])
            .chain(two.iter().take(4).map(|c| &c[..]));
        let clauses: Vec<&[i32]> = (0..)
            .zip(clauses)
            .filter(|(i, _)| chosen >> i & 1 == 1)
            .map(|c| c.1)
            .collect();
        let mut propagator = Propagator::new(3);
        for clause in &clauses {
            propagator.add(clause);
        }
        let holds =
            |model: u32, literal: i32| (model >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
        let is_model = |model: u32| clauses.iter().all(|c| c.iter().any(|&l| holds(model, l)));
        assert_eq!(
            propagator.is_satisfiable(100),
            Some((0..8).any(is_model)),
            "{clauses:?}"
        );
        assert_eq!(is_derived(&clauses), !(0..8).any(is_model), "{clauses:?}");
        for literal in [1, -1, 2, -2, 3, -3] {
            let found = propagator.assume(literal) && propagator.is_satisfiable(100) == Some(true);
            propagator.retract(0);
            let expected = (0..8).any(|model| holds(model, literal) && is_model(model));
            assert_eq!(found, expected, "{clauses:?} with {literal}");
        }
    }
}

#[test]
fn derivations_list_the_reasons_of_needed_lemmas() {
    let derivation = explain_drat(&pigeons(), DRAT).expect("it is valid");
    let lrat = derivation.to_lrat();
    check_lrat(&pigeons(), &lrat).expect("it is valid");
    assert_eq!(lrat, DERIVED);
    assert_eq!(derivation.to_veripb(), VERIPB);
    assert!(explain_drat(&pigeons(), "0\n").is_err());
}

/// Tests a lemma whose first literals imply its last one before they lead to a conflict.
#[test]
fn a_literal_of_the_lemma_may_follow_from_the_negation_of_others() {
    let formula = "p cnf 5 7\n1 2 0\n-2 3 0\n-2 -3 4 0\n-2 -3 -4 0\n1 -3 5 0\n1 -3 -5 0\n-1 2 0\n";
    let formula = Cnf::parse(formula).expect("it is DIMACS");
    let proof = "1 3 0\nd 1 2 0\n1 0\n0\n";
    let derivation = explain_drat(&formula, proof).expect("it is valid");
    check_lrat(&formula, &derivation.to_lrat()).expect("it is valid");
}
