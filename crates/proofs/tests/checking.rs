//! Valid proofs are accepted; with a line, a literal or a hint changed they are refused at that line.

use cluewright_proofs::{Cnf, Propagator, check_drat, check_lrat};

/// Three pigeons and two holes.
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
        ("-1 0\nd -1 -4 0\n0\n", 2, "not there"),
        ("d 5 6 0\n-1 0\n", 2, "does not follow"),
        ("-1 x 0\n", 1, "not a literal"),
        ("-1\n", 1, "expected a 0"),
        ("-1 0 2\n", 1, "more after"),
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
        ("10 d 12 0\n", "not there"),
        ("9 -1 0 4 5 2 3 9 0\n", "already"),
        ("10 0 4 5 0\n", "neither a unit"),
    ];
    for (proof, message) in refused {
        let error = check_lrat(&pigeons(), proof).expect_err(proof);
        assert_eq!(error.line, 1, "{proof}");
        assert!(error.message.contains(message), "{proof}: {error}");
    }
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
fn formulas_that_are_not_understood_are_refused() {
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

/// All formulas of three variables and some clauses against enumeration, by propagation and by search.
#[test]
fn satisfiability_is_that_of_enumeration() {
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
        for literal in [1, -1, 2, -2, 3, -3] {
            let found = propagator.assume(literal) && propagator.is_satisfiable(100) == Some(true);
            propagator.retract(0);
            let expected = (0..8).any(|model| holds(model, literal) && is_model(model));
            assert_eq!(found, expected, "{clauses:?} with {literal}");
        }
    }
}
