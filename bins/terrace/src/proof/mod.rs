//! `terrace check`: is every deadline met, every buffer and memory bound kept, every permission
//! granted?
//!
//! ```text
//!   files -> gather -> DevicePlan -> Plan -+
//!   --taskset FILE -----------------------> TaskSet -> analyse -> Answer -> text, JSON, JUnit
//!                                              |
//!                                              +----> simulate -> Schedule -> Gantt, trace, figures
//! ```
//!
//! Ends with 0 if everything holds, 1 if something does not, 2 if the input is wrong.

mod gather;
mod simulated;

pub use gather::app;

use crate::cli::{AnswerFormat, CheckArgs, Format};
use crate::failure::{Failure, USAGE};
use crate::{check, output};
use serde::Serialize;
use simulated::Simulation;
use std::path::Path;
use terrace_analysis::{Answer, Finding, Plan, Style, Summary, TaskSet};

/// What is printed as JSON.
#[derive(Debug, Serialize)]
struct Said<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    findings: &'a [Finding],
    #[serde(skip_serializing_if = "Option::is_none")]
    simulation: Option<Summary>,
}

/// Do what the command line says.
pub fn check(args: &CheckArgs) -> Result<u8, Failure> {
    // Status 1 says that something does not hold; nothing else may. Only a reader that went away
    // is neither.
    let answered =
        plan(args).and_then(|(plan, simulation)| answer(&plan, simulation.as_ref(), args));
    match answered {
        Ok(status) => Ok(status),
        Err(Failure::OutputClosed) => Err(Failure::OutputClosed),
        Err(failure) => {
            let _ = failure.report();
            Ok(USAGE)
        }
    }
}

fn plan(args: &CheckArgs) -> Result<(Plan, Option<Simulation>), Failure> {
    simulated::refuse_contradictions(args)?;
    let plan = match &args.taskset {
        Some(file) => Plan {
            set: bare(file, args.format)?,
            ..Plan::default()
        },
        None => gather::device(&args.files, diagnostics_format(args.format))?.plan(),
    };
    if let Err(flaws) = plan.set.check() {
        let all: Vec<String> = flaws
            .iter()
            .map(|f| format!("{}: {}, {}, {}", f.what, f.value, f.limit, f.fix))
            .collect();
        return Err(Failure::new(all.join("\n")));
    }
    if let Some(task) = &args.explain
        && terrace_analysis::explain(&plan.set, task).is_none()
    {
        return Err(no_task(task, &plan.set));
    }
    let simulation = simulated::run(&plan.set, args)?;
    Ok((plan, simulation))
}

fn no_task(task: &str, set: &TaskSet) -> Failure {
    let servers = set.servers.iter().map(|s| s.name.as_str());
    let names: Vec<&str> = set
        .tasks
        .iter()
        .map(|t| t.name.as_str())
        .chain(servers)
        .collect();
    let near = terrace_manifest::closest(task, &names);
    let near = near.map_or_else(
        || format!("there are {}", names.join(", ")),
        |n| format!("did you mean {n}?"),
    );
    Failure::new(format!("there is no task or server `{task}`; {near}"))
}

fn diagnostics_format(format: AnswerFormat) -> Format {
    match format {
        AnswerFormat::Json => Format::Json,
        AnswerFormat::Text | AnswerFormat::Junit => Format::Table,
    }
}

/// A task set as JSON, or as CSV where the name or the text says so.
fn bare(file: &Path, format: AnswerFormat) -> Result<TaskSet, Failure> {
    let text = check::read_at_most(file, terrace_analysis::MAX_TEXT as u64 + 1)?;
    let named = file.extension().and_then(|e| e.to_str());
    let json = match named {
        Some("json") => true,
        Some("csv") => false,
        _ => text.trim_start().starts_with(['{', '[']),
    };
    let set = match json {
        true => TaskSet::parse_json(&text, file),
        false => TaskSet::parse_csv(&text, file),
    };
    set.map_err(|errors| check::shown(errors, diagnostics_format(format)))
}

fn answer(plan: &Plan, simulation: Option<&Simulation>, args: &CheckArgs) -> Result<u8, Failure> {
    let mut answer = terrace_analysis::analyse(&plan.set);
    answer.memory = plan.memory.clone();
    let fits = answer.memory.bounds.iter().all(|b| b.fits);
    answer.schedulable &= fits;
    if let Some(file) = &args.cheddar {
        write(file, &terrace_analysis::cheddar(&plan.set))?;
    }
    if let Some(simulation) = simulation {
        simulation.write(args)?;
    }
    print(&answer, plan, simulation, args)?;
    Ok(u8::from(!(answer.schedulable && plan.is_sound())))
}

fn print(
    answer: &Answer,
    plan: &Plan,
    simulation: Option<&Simulation>,
    args: &CheckArgs,
) -> Result<(), Failure> {
    let findings = &plan.findings;
    let explained = args.explain.as_ref();
    let explained = explained.and_then(|task| terrace_analysis::explain(&plan.set, task));
    match args.format {
        AnswerFormat::Text if explained.is_some() => explained
            .iter()
            .try_for_each(|steps| output::line(steps.to_string().trim_end())),
        AnswerFormat::Json if explained.is_some() => output::json(&explained),
        AnswerFormat::Text => {
            let style = Style {
                colour: output::colours(&std::io::stdout()),
                ..Style::default()
            };
            output::print(&terrace_analysis::screen(answer, findings, style))?;
            simulation.map_or(Ok(()), |s| s.print(args))
        }
        AnswerFormat::Json => {
            // Programs are told one verdict, whatever it comes from.
            let schedulable = answer.schedulable && plan.is_sound();
            let answer = &Answer {
                schedulable,
                ..answer.clone()
            };
            output::json(&Said {
                answer,
                findings,
                simulation: simulation.map(Simulation::summary),
            })
        }
        AnswerFormat::Junit => output::print(&terrace_analysis::junit(answer, findings)),
    }
}

/// Write a file that was asked for.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text)
        .map_err(|e| Failure::new(format!("cannot write {}: {e}", file.display())))
}
