//! `[cpu]`.

use crate::{
    bounds,
    model::{Budget, Cpu, Scheduler},
    read::{Item, Section, nowhere},
    report::{Problem, Report},
};

pub(super) fn read(mut section: Section<'_>, report: &mut Report<'_>) -> Cpu {
    let mut cpu = Cpu::default();
    if let Some(mode) = section.get("mode").and_then(|i| i.word(report)) {
        cpu.mode = mode;
    }
    read_priority(&mut section, &mut cpu, report);
    let slice = section.get("slice_us");
    if let Some(us) = slice.and_then(|i| i.integer(bounds::SLICE_US, report)) {
        cpu.slice_us = us;
    }
    read_budget(&mut section, &mut cpu, report);
    let worker = section.get("worker");
    let worker = worker.and_then(|i| i.integer(bounds::WORKER, report));
    cpu.worker = worker.map(|w| w as u16);
    section.finish(report, nowhere);
    cpu
}

fn read_priority(section: &mut Section<'_>, cpu: &mut Cpu, report: &mut Report<'_>) {
    let scheduler = section.get("scheduler");
    let read = scheduler.as_ref().map(|i| i.word::<Scheduler>(report));
    let priority = section.get("priority");
    let number = priority
        .as_ref()
        .and_then(|i| i.integer(bounds::PRIORITY, report));
    cpu.priority = number.map(|p| p as u8);
    if read == Some(None) {
        return;
    }
    cpu.scheduler = read.flatten().unwrap_or(cpu.scheduler);
    match (cpu.scheduler, scheduler, priority) {
        (Scheduler::Fifo, Some(scheduler), None) => report.refuse(no_priority(&scheduler)),
        (Scheduler::Normal, _, Some(priority)) => report.refuse(idle_priority(&priority)),
        _ => {}
    }
}

fn no_priority(scheduler: &Item<'_>) -> Problem {
    let what = "cpu.scheduler = \"fifo\" has no cpu.priority";
    let limit = format!("a fixed priority of {} is required", bounds::PRIORITY);
    Problem::new(&scheduler.at, what, limit, "add priority = 50 to [cpu]").depends()
}

fn idle_priority(priority: &Item<'_>) -> Problem {
    let limit = "only scheduler = \"fifo\" has a priority";
    let fix = "remove it or write scheduler = \"fifo\"";
    priority.problem("has no effect", limit, fix).depends()
}

fn read_budget(section: &mut Section<'_>, cpu: &mut Cpu, report: &mut Report<'_>) {
    let (budget, period) = (section.get("budget_us"), section.get("period_us"));
    let budget_us = budget
        .as_ref()
        .and_then(|i| i.integer(bounds::BUDGET_US, report));
    let period_us = period
        .as_ref()
        .and_then(|i| i.integer(bounds::PERIOD_US, report));
    let overrun = section.get("on_overrun");
    if let Some(word) = overrun.as_ref().and_then(|i| i.word(report)) {
        cpu.on_overrun = word;
    }
    if let (Some(budget_us), Some(period_us)) = (budget_us, period_us) {
        cpu.budget = Some(Budget {
            budget_us,
            period_us,
        });
    }
    if let Some(problem) = misfits(
        budget.as_ref(),
        period.as_ref(),
        overrun.as_ref(),
        cpu.budget,
    ) {
        report.refuse(problem.depends());
    }
}

/// How the three keys of a budget may not fit together.
fn misfits(
    budget: Option<&Item<'_>>,
    period: Option<&Item<'_>>,
    overrun: Option<&Item<'_>>,
    read: Option<Budget>,
) -> Option<Problem> {
    match (budget, period, overrun) {
        (Some(budget), None, _) => Some(budget.problem(
            "has no cpu.period_us",
            "a budget is time in each period",
            "add period_us = 10000 to [cpu]",
        )),
        (None, Some(period), _) => Some(period.problem(
            "has no cpu.budget_us",
            "a period is of a budget",
            "add budget_us = 1000 to [cpu]",
        )),
        (None, None, Some(overrun)) => Some(overrun.problem(
            "has no effect",
            "only a budget can be overrun",
            "add budget_us and period_us or remove it",
        )),
        (Some(budget), Some(_), _) => {
            let read = read.filter(|r| r.budget_us > r.period_us)?;
            let limit = format!("cpu.period_us is {}", read.period_us);
            let fix = format!("write budget_us = {} or less", read.period_us);
            Some(budget.problem("is more than its period", limit, fix))
        }
        (None, None, None) => None,
    }
}
