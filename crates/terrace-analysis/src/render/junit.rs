//! An answer as JUnit's XML, for continuous integration.

use super::{
    escaped,
    quantity::{bytes, time},
};
use crate::{
    answer::Answer,
    device::{Finding, Severity},
};
use std::fmt::Write;

/// One case: of what, its name, and why it fails.
type Case = (&'static str, String, Option<String>);

/// The answer as JUnit's XML: one case per task, server, chain, buffer, sum of memory, finding.
#[must_use]
pub fn junit(answer: &Answer, findings: &[Finding]) -> String {
    let cases = cases(answer, findings);
    let failures = cases.iter().filter(|(_, _, why)| why.is_some()).count();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"0\"",
        cases.len()
    );
    let _ = writeln!(xml, "<testsuites name=\"terrace check\" {counts}>");
    let _ = writeln!(xml, "  <testsuite name=\"terrace check\" {counts}>");
    for (of, name, why) in &cases {
        let head = format!(
            "    <testcase classname=\"{of}\" name=\"{}\"",
            escaped(name)
        );
        let _ = match why {
            None => writeln!(xml, "{head}/>"),
            Some(why) => {
                let why = escaped(why);
                writeln!(
                    xml,
                    "{head}>\n      <failure message=\"{why}\">{why}</failure>\n    </testcase>"
                )
            }
        };
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

fn cases(answer: &Answer, findings: &[Finding]) -> Vec<Case> {
    let unit = &answer.time_unit;
    let said = |holds: bool, reason: &Option<String>, otherwise: &str| {
        (!holds).then(|| reason.clone().unwrap_or_else(|| otherwise.to_owned()))
    };
    let mut cases: Vec<Case> = Vec::new();
    for task in &answer.tasks {
        let late = format!("the deadline of {} is missed", time(&task.deadline, unit));
        cases.push((
            "task",
            task.name.clone(),
            said(task.schedulable, &task.reason, &late),
        ));
    }
    for server in &answer.servers {
        let late = "it does not give its budget in time, or what it serves is late";
        cases.push((
            "server",
            server.name.clone(),
            said(server.schedulable, &server.reason, late),
        ));
    }
    for chain in &answer.chains {
        let late = "it is longer than its deadline";
        cases.push((
            "chain",
            chain.name.clone(),
            said(chain.schedulable, &chain.reason, late),
        ));
    }
    for buffer in &answer.buffers {
        let fits = buffer.bound.is_some() && buffer.sufficient != Some(false);
        cases.push((
            "buffer",
            buffer.name.clone(),
            said(fits, &buffer.reason, "it is too small"),
        ));
    }
    for bound in &answer.memory.bounds {
        let room = bytes(bound.available.unwrap_or(0));
        let short = format!("{} needed, {room} there", bytes(bound.needed));
        cases.push(("memory", bound.of.clone(), said(bound.fits, &None, &short)));
    }
    for finding in findings {
        let wrong = finding.severity == Severity::Error;
        let text = format!("{}; {}", finding.what, finding.fix);
        cases.push((
            "manifest",
            finding.of.clone(),
            said(!wrong, &Some(text), ""),
        ));
    }
    cases
}
