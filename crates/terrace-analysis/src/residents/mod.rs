//! Residents: the apps that run on a device, and whether one more may join them.
//!
//! ```text
//!   app -> claim -+- nothing ----------------------------> free
//!                 +- bounded: tasks or a budget -> holds -> proven
//!                 |                                 \---> denied, or forced
//!                 +- a fixed priority without a bound -> below all that is proven -> free
//!                                                     \-> denied, or forced
//! ```
//!
//! The proof is that of `terrace check`: those that run and the one that wants to become one plan,
//! which is analysed. An app of normal priority claims nothing: it runs below all that is proven. One
//! with a fixed priority and nothing that bounds what it takes (no budget that is enforced, callbacks
//! without costs) may only run where nothing proven is less important or as important as it.
//!
//! # Invariants
//! I1. While no resident is forced, every deadline and budget of those that are proven holds.
//! I2. Whether one may join does not depend on the order in which the others came.
//! I3. To leave takes no analysis: fewer residents never make anything worse.
//!
//! Not for: memory, see the controller's guarantees; a device file's chains over several apps, see
//! `terrace check`. Source: DESIGN.md 3.8; RTDroid dissertation, section 5.2.

mod claim;
mod denied;

pub use denied::Denied;

use crate::{
    admission::failing,
    device::{DevicePlan, Installed},
    model::TaskSet,
};
use claim::Claim;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use terrace_manifest::{App, AppName};

/// How a resident stands to the proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It promises nothing, and what is proven does not depend on it.
    Free,
    /// Its deadlines are met, and so are those of all others that are proven.
    Proven,
    /// It was let in although something would not hold, or nothing is known.
    Forced,
}

/// Who wants to join.
#[derive(Debug, Clone)]
pub struct Candidate<'a> {
    /// What it is called; should be unique among the residents.
    pub name: &'a str,
    /// What runs.
    pub app: &'a Arc<App>,
    /// The workers it may be put on, the best first, if its manifest names none.
    pub workers: &'a [u32],
    /// Let it in whatever the proof says.
    pub force: bool,
}

/// Where a candidate may live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// How it stands to the proof there.
    pub standing: Standing,
    /// The worker; none: any will do.
    pub worker: Option<u32>,
}

/// Terms that were changed while it ran, and ask for more than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedTerms {
    /// 1..99; 0: normal.
    pub priority: u8,
}

/// The apps that run, each under a key of the caller's. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Residents<K> {
    all: Arc<BTreeMap<K, Resident>>,
}

#[derive(Debug, Clone)]
struct Resident {
    name: AppName,
    /// None: its terms were changed, and it was not known before.
    app: Option<Arc<App>>,
    worker: u32,
    claim: Claim,
    /// The workers it runs on, components that name their own included: the least priority there of
    /// one that is bounded, the largest of one that is not.
    spots: BTreeMap<u32, u8>,
    standing: Standing,
}

impl<K> Default for Residents<K> {
    fn default() -> Residents<K> {
        Residents {
            all: Arc::new(BTreeMap::new()),
        }
    }
}

impl<K: Ord + Clone> Residents<K> {
    /// May it join, and where? Takes as long as an analysis for each of its workers.
    ///
    /// # Errors
    /// [`Denied`]: who would miss what, and what would mend it.
    pub fn propose(&self, candidate: &Candidate<'_>) -> Result<Place, Denied> {
        let named = candidate.app.cpu.worker.map(u32::from);
        let claim = Claim::of(candidate.app);
        if claim == Claim::Nothing {
            return Ok(Place {
                standing: Standing::Free,
                worker: named,
            });
        }
        let one = named.map(|worker| [worker]);
        let workers = one.as_ref().map_or(candidate.workers, |one| &one[..]);
        let mut denied = None;
        for worker in workers {
            let joins = joining(candidate, *worker, claim);
            match self.fits(&joins) {
                Ok(standing) => {
                    return Ok(Place {
                        standing,
                        worker: Some(*worker),
                    });
                }
                Err(why) => denied = denied.or(Some(why)),
            }
        }
        match denied {
            Some(denied) if !candidate.force => Err(denied.explain(candidate.name)),
            _ => Ok(Place {
                standing: Standing::Forced,
                worker: workers.first().copied(),
            }),
        }
    }

    /// It lives there now.
    pub fn join(&mut self, key: K, candidate: &Candidate<'_>, place: Place) {
        let claim = Claim::of(candidate.app);
        if let (Some(worker), true) = (place.worker, claim != Claim::Nothing) {
            let mut resident = joining(candidate, worker, claim);
            resident.standing = place.standing;
            Arc::make_mut(&mut self.all).insert(key, resident);
        }
    }

    /// It lives no more.
    pub fn leave(&mut self, key: &K) {
        if self.all.contains_key(key) {
            Arc::make_mut(&mut self.all).remove(key);
        }
    }

    /// It has other terms now. Nothing is analysed, so that a worker may ask: where anything is proven
    /// that the new terms may touch, they are refused.
    ///
    /// # Errors
    /// The name of one whose proof they would void.
    pub fn change(&mut self, key: K, terms: ChangedTerms, worker: u32) -> Result<(), String> {
        let own = self.all.get(&key);
        if let Some(own) = own.filter(|r| r.standing == Standing::Proven) {
            return Err(own.name.to_string());
        }
        let priority = terms.priority;
        if priority == 0 {
            self.leave(&key);
            return Ok(());
        }
        let spots = BTreeMap::from([(worker, priority)]);
        if let Some(name) = self.endangered(&spots) {
            return Err(name.to_string());
        }
        let resident = match own {
            Some(own) => Resident {
                claim: Claim::Unbounded { priority },
                spots,
                ..own.clone()
            },
            None => Resident {
                name: called("changed"),
                app: None,
                worker,
                claim: Claim::Unbounded { priority },
                spots,
                standing: Standing::Free,
            },
        };
        Arc::make_mut(&mut self.all).insert(key, resident);
        Ok(())
    }

    /// Where it lives, if it is one of those that claim anything.
    #[must_use]
    pub fn place(&self, key: &K) -> Option<Place> {
        self.all.get(key).map(|resident| Place {
            standing: resident.standing,
            worker: Some(resident.worker),
        })
    }

    /// Those that were forced in: while there are any, nothing is proven.
    pub fn forced(&self) -> impl Iterator<Item = &K> {
        let forced = |(_, r): &(&K, &Resident)| r.standing == Standing::Forced;
        self.all.iter().filter(forced).map(|(key, _)| key)
    }

    /// The tasks and servers of all whose load is known.
    #[must_use]
    pub fn set(&self) -> TaskSet {
        self.with(None)
    }

    fn fits(&self, joins: &Resident) -> Result<Standing, denied::Why> {
        match joins.claim {
            Claim::Nothing => Ok(Standing::Free),
            Claim::Unbounded { priority } => match self.endangered(&joins.spots) {
                None => Ok(Standing::Free),
                Some(name) => Err(denied::Why::Unbounded {
                    priority,
                    endangers: name.to_string(),
                }),
            },
            Claim::Bounded { .. } => match self.unbounded_above(&joins.spots) {
                Some((name, priority)) => Err(denied::Why::Below {
                    name: name.to_string(),
                    priority,
                }),
                None => self.holds_with(joins),
            },
        }
    }

    /// Does all hold that did, and what joins?
    fn holds_with(&self, joins: &Resident) -> Result<Standing, denied::Why> {
        let set = self.with(Some(joins));
        if let Err(flaws) = set.check() {
            let flaw = flaws.first();
            let text = flaw.map(|f| format!("{}: {}, {}", f.what, f.value, f.limit));
            return Err(denied::Why::Flawed(text.unwrap_or_default()));
        }
        let after = failing(&set);
        if after.is_empty() {
            return Ok(Standing::Proven);
        }
        if self.forced().next().is_none() {
            return Err(denied::Why::Misses(Box::new(set)));
        }
        // What those that were forced in have broken already is not this one's doing; but all must
        // hold again when they are gone.
        let proven = self.of(Some(joins), |r| r.standing != Standing::Forced);
        if !failing(&proven).is_empty() {
            return Err(denied::Why::Misses(Box::new(proven)));
        }
        let before = failing(&self.set());
        if after.iter().all(|name| before.contains(name)) {
            return Ok(Standing::Proven);
        }
        Err(denied::Why::Misses(Box::new(set)))
    }

    /// A proven one that these priorities, without a bound on these workers, would hold up.
    fn endangered(&self, spots: &BTreeMap<u32, u8>) -> Option<&AppName> {
        let proven = |r: &&Resident| {
            matches!(r.claim, Claim::Bounded { .. }) && r.standing == Standing::Proven
        };
        let held_up = |r: &&Resident| {
            let mut own = r.spots.iter();
            own.any(|(worker, lowest)| spots.get(worker).is_some_and(|p| p >= lowest))
        };
        let mut all = self.all.values().filter(proven);
        all.find(held_up).map(|r| &r.name)
    }

    /// One without a bound that would hold up what has these least priorities on these workers.
    fn unbounded_above(&self, spots: &BTreeMap<u32, u8>) -> Option<(&AppName, u8)> {
        let unbounded = |r: &&Resident| matches!(r.claim, Claim::Unbounded { .. });
        let mut all = self.all.values().filter(unbounded).flat_map(|r| {
            let name = &r.name;
            r.spots.iter().map(move |(worker, p)| (name, *worker, *p))
        });
        let above = all.find(|(_, worker, p)| spots.get(worker).is_some_and(|lowest| p >= lowest));
        above.map(|(name, _, p)| (name, p))
    }

    fn with(&self, joins: Option<&Resident>) -> TaskSet {
        self.of(joins, |_| true)
    }

    /// The load of these, if it is known, and of who joins them.
    fn of(&self, joins: Option<&Resident>, these: impl Fn(&Resident) -> bool) -> TaskSet {
        let bounded = |r: &&Resident| matches!(r.claim, Claim::Bounded { .. }) && these(r);
        let all = self.all.values().chain(joins).filter(bounded);
        let mut names = BTreeSet::new();
        let mut apps = Vec::new();
        for (resident, app) in all.filter_map(|r| Some((r, r.app.as_ref()?))) {
            let name = unlike(&resident.name, &names);
            names.insert(name.clone());
            apps.push(Installed {
                name,
                app: bound(app, resident.worker),
                count: 1,
                permissions: Vec::new(),
                worker: None,
            });
        }
        let plan = DevicePlan {
            apps,
            ..DevicePlan::default()
        };
        plan.plan().set
    }
}

fn joining(candidate: &Candidate<'_>, worker: u32, claim: Claim) -> Resident {
    Resident {
        name: called(candidate.name),
        app: Some(candidate.app.clone()),
        worker,
        claim,
        spots: spots(candidate.app, worker, claim),
        standing: Standing::Proven,
    }
}

/// Where an app runs if it is put on this worker, and at which priority.
fn spots(app: &App, worker: u32, claim: Claim) -> BTreeMap<u32, u8> {
    let mut spots = BTreeMap::new();
    match claim {
        Claim::Nothing => {}
        Claim::Unbounded { priority } => {
            let services = app.components.services.iter().map(|s| s.own.worker);
            let receivers = app.components.receivers.iter().map(|r| r.worker);
            let named = services.chain(receivers).flatten().map(u32::from);
            spots.extend(named.chain([worker]).map(|worker| (worker, priority)));
        }
        Claim::Bounded { lowest } => {
            let set = DevicePlan::of_app(bound(app, worker)).plan().set;
            for task in &set.tasks {
                let priority = task.priority.and_then(|p| u8::try_from(p).ok());
                let least = spots.entry(task.worker).or_insert(u8::MAX);
                *least = priority.unwrap_or(0).min(*least);
            }
            if set.tasks.is_empty() {
                spots.insert(worker, lowest);
            }
        }
    }
    spots
}

/// The manifest, with what names no worker of its own bound to the one it was put on.
fn bound(app: &App, worker: u32) -> App {
    let mut app = app.clone();
    app.cpu.worker = u16::try_from(worker).ok();
    app
}

/// Names that were made of others are cut to this, which leaves room for a number.
const LETTERS: usize = 50;

/// The name, or one like it that is not taken.
fn unlike(name: &AppName, taken: &BTreeSet<AppName>) -> AppName {
    let short: String = name.as_str().chars().take(LETTERS).collect();
    let numbered = (2..).filter_map(|n: u64| format!("{short}-{n}").parse().ok());
    std::iter::once(name.clone())
        .chain(numbered)
        .find(|name| !taken.contains(name))
        .unwrap_or_else(|| name.clone())
}

/// A partition's name as a plan takes it: names of partitions may have capitals and points.
fn called(name: &str) -> AppName {
    let letter = |c: char| match c {
        'a'..='z' | '0'..='9' | '-' => c,
        'A'..='Z' => c.to_ascii_lowercase(),
        _ => '-',
    };
    let plain: String = name.chars().map(letter).take(LETTERS).collect();
    let plain = plain.trim_matches('-');
    let named = |text: &str| text.parse::<AppName>().ok();
    named(name)
        .or_else(|| named(plain))
        .or_else(|| named(&format!("p-{plain}")))
        .unwrap_or_else(|| "partition".parse().expect("these letters make a name"))
}
