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
//! What releases a receiver of one app may be the task of another. So whether components are bounded is
//! decided beside all that live: as long as nobody lives who sends, a receiver takes nothing; an app
//! that may send as often as it likes is kept out where a proven one listens, and so is a listener
//! where such an app lives. A chain of the device is judged as soon as all its tasks are there.
//!
//! Not for: memory, see the controller's guarantees. Source: DESIGN.md 3.8; RTDroid dissertation, section 5.2.

mod claim;
mod denied;

pub use denied::Denied;

use crate::{
    admission::failing,
    device::{DevicePlan, Installed, Plan},
    model::TaskSet,
};
use claim::Claim;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use terrace_manifest::{App, AppName, Label};

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
    /// What the device grants it.
    pub permissions: &'a [Label],
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
    claim: Claim,
}

/// One that lives and is no resident: it claims nothing, but may send to one that listens.
#[derive(Debug, Clone)]
pub struct Bystander {
    /// What runs.
    pub app: Arc<App>,
    /// What the device grants it.
    pub permissions: Vec<Label>,
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
    /// Without its apps.
    device: Arc<DevicePlan>,
    all: Arc<BTreeMap<K, Resident>>,
}

#[derive(Debug, Clone)]
struct Resident {
    name: AppName,
    /// None: its terms were changed, and it was not known before.
    app: Option<Arc<App>>,
    permissions: Vec<Label>,
    worker: u32,
    claim: Claim,
    /// The workers it runs on, components that name their own included: the least priority there of
    /// one that is bounded, the largest of one that is not.
    spots: BTreeMap<u32, u8>,
    /// Does what others send release anything of it?
    listens: bool,
    standing: Standing,
}

impl<K> Default for Residents<K> {
    fn default() -> Residents<K> {
        Residents::on(DevicePlan::default())
    }
}

impl<K> Residents<K> {
    /// Nobody yet, on a device with these workers, servers, chains and masked sections; its apps do
    /// not count.
    #[must_use]
    pub fn on(device: DevicePlan) -> Residents<K> {
        let device = DevicePlan {
            apps: Vec::new(),
            alone: false,
            ..device
        };
        Residents {
            device: Arc::new(device),
            all: Arc::new(BTreeMap::new()),
        }
    }
}

impl<K: Ord + Clone> Residents<K> {
    /// May it join, and where, if nobody else is there?
    ///
    /// # Errors
    /// See [`Residents::propose_among`].
    #[expect(
        clippy::result_large_err,
        reason = "made once per refused start, and read in full"
    )]
    pub fn propose(&self, candidate: &Candidate<'_>) -> Result<Place, Denied> {
        self.propose_among(candidate, &Vec::new)
    }

    /// May it join, and where? Takes as long as an analysis for each of its workers. `bystanders` are
    /// asked for only where it matters whether they send.
    ///
    /// # Errors
    /// [`Denied`]: who would miss what, and what would mend it.
    #[expect(
        clippy::result_large_err,
        reason = "made once per refused start, and read in full"
    )]
    pub fn propose_among(
        &self,
        candidate: &Candidate<'_>,
        bystanders: &dyn Fn() -> Vec<Bystander>,
    ) -> Result<Place, Denied> {
        let named = candidate.app.cpu.worker.map(u32::from);
        let named = named.or_else(|| self.served_on(candidate));
        let claim = Claim::at_most(candidate.app);
        let listens = claim::listens(candidate.app) || self.all.values().any(|r| r.listens);
        if claim == Claim::Nothing && !listens {
            return Ok(Place::free(named));
        }
        let bystanders = if listens { bystanders() } else { Vec::new() };
        let one = named.map(|worker| [worker]);
        let workers = one.as_ref().map_or(candidate.workers, |one| &one[..]);
        let mut denied = None;
        for worker in workers {
            let joins = self.joining(candidate, *worker, &bystanders);
            match self.fits(&joins, &bystanders) {
                Ok(_) if joins.claim == Claim::Nothing => return Ok(Place::free(named)),
                Ok(standing) => {
                    return Ok(Place {
                        standing,
                        worker: Some(*worker),
                        claim: joins.claim,
                    });
                }
                Err(why) => denied = denied.or(Some((why, joins.claim))),
            }
        }
        match denied {
            Some((denied, _)) if !candidate.force => Err(denied.explain(candidate.name)),
            denied => Ok(Place {
                standing: Standing::Forced,
                worker: workers.first().copied(),
                claim: denied.map_or(claim, |(_, claim)| claim),
            }),
        }
    }

    /// The worker of a server that serves anything of it: its component is put there.
    fn served_on(&self, candidate: &Candidate<'_>) -> Option<u32> {
        let own = |path: &str| {
            let app = path.split('/').next();
            app == Some(candidate.name) || app == Some(candidate.app.name.as_str())
        };
        let mut servers = self.device.servers.iter();
        let found = servers.find(|s| s.serves.iter().any(|p| own(p.as_str())));
        found.map(|s| u32::from(s.worker))
    }

    /// It lives there now.
    pub fn join(&mut self, key: K, candidate: &Candidate<'_>, place: Place) {
        let matters = place.claim != Claim::Nothing || place.standing == Standing::Forced;
        if let (Some(worker), true) = (place.worker, matters) {
            let mut resident = Resident::new(candidate, worker);
            resident.claim = place.claim;
            resident.standing = place.standing;
            resident.spots = self.spots(&resident);
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
                permissions: Vec::new(),
                worker,
                claim: Claim::Unbounded { priority },
                spots,
                listens: false,
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
            claim: resident.claim,
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
        self.plan(None, &[], |_| true).0.set
    }

    /// Who joins, with what it claims beside those that are there.
    fn joining(
        &self,
        candidate: &Candidate<'_>,
        worker: u32,
        bystanders: &[Bystander],
    ) -> Resident {
        let mut joins = Resident::new(candidate, worker);
        if let Claim::Unbounded { .. } = joins.claim
            && claim::has_components(candidate.app)
        {
            let assumed = Resident {
                claim: Claim::Bounded,
                ..joins.clone()
            };
            let (plan, name) = self.plan(Some(&assumed), bystanders, |_| true);
            joins.claim = joins.claim.within(&plan, &name);
        }
        joins.spots = self.spots(&joins);
        joins
    }

    fn fits(&self, joins: &Resident, bystanders: &[Bystander]) -> Result<Standing, denied::Why> {
        let (plan, name) = self.plan(Some(joins), bystanders, |_| true);
        let mut voids = plan.voids.iter().filter(|v| v.partition != name).peekable();
        if voids.peek().is_some() {
            let known = self.plan(None, bystanders, |_| true).0.voids;
            if let Some(void) = voids.find(|v| !known.contains(v)) {
                return Err(denied::Why::Voids(void.clone()));
            }
        }
        match joins.claim {
            Claim::Nothing => Ok(Standing::Free),
            Claim::Unbounded { priority } => match self.endangered(&joins.spots) {
                None => Ok(Standing::Free),
                Some(name) => Err(denied::Why::Unbounded {
                    priority,
                    endangers: name.to_string(),
                }),
            },
            Claim::Bounded => match self.unbounded_above(&joins.spots) {
                Some((name, priority)) => Err(denied::Why::Below {
                    name: name.to_string(),
                    priority,
                }),
                None => self.holds_with(joins, plan.set, bystanders),
            },
        }
    }

    /// Does all hold that did, and what joins?
    fn holds_with(
        &self,
        joins: &Resident,
        set: TaskSet,
        bystanders: &[Bystander],
    ) -> Result<Standing, denied::Why> {
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
        let unforced = |r: &Resident| r.standing != Standing::Forced;
        let proven = self.plan(Some(joins), bystanders, unforced).0.set;
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
        let proven = |r: &&Resident| r.claim == Claim::Bounded && r.standing == Standing::Proven;
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

    /// Where it runs, and at which priority; only what is bounded has callbacks of several.
    fn spots(&self, resident: &Resident) -> BTreeMap<u32, u8> {
        let mut spots = BTreeMap::new();
        let Some(app) = &resident.app else {
            return spots;
        };
        match resident.claim {
            Claim::Nothing => {}
            Claim::Unbounded { priority } => {
                let services = app.components.services.iter().map(|s| s.own.worker);
                let receivers = app.components.receivers.iter().map(|r| r.worker);
                let named = services.chain(receivers).flatten().map(u32::from);
                let all = named.chain([resident.worker]);
                spots.extend(all.map(|worker| (worker, priority)));
            }
            Claim::Bounded => {
                let alone = Residents::<K>::on(DevicePlan::clone(&self.device));
                for spot in alone.plan(Some(resident), &[], |_| true).0.spots {
                    let least = spots.entry(spot.worker).or_insert(u8::MAX);
                    *least = spot.priority.min(*least);
                }
            }
        }
        spots
    }

    /// The load of these, if it is known, and of who joins them, whose name in it is answered too. Of all
    /// others only what they may send is in it.
    fn plan(
        &self,
        joins: Option<&Resident>,
        bystanders: &[Bystander],
        these: impl Fn(&Resident) -> bool,
    ) -> (Plan, String) {
        let mut names = BTreeSet::new();
        let mut apps = Vec::new();
        let mut last = String::new();
        for resident in self.all.values().filter(|r| these(r)).chain(joins) {
            let Some(app) = &resident.app else { continue };
            let name = unlike(&resident.name, &names);
            last = name.to_string();
            names.insert(name.clone());
            apps.push(Installed {
                name,
                app: match resident.claim {
                    Claim::Bounded => bound(app, resident.worker),
                    Claim::Nothing | Claim::Unbounded { .. } => claim::muted(app),
                },
                count: 1,
                permissions: resident.permissions.clone(),
                worker: None,
            });
        }
        for bystander in bystanders {
            let name = unlike(&bystander.app.name, &names);
            names.insert(name.clone());
            apps.push(Installed {
                name,
                app: claim::muted(&bystander.app),
                count: 1,
                permissions: bystander.permissions.clone(),
                worker: None,
            });
        }
        let device = DevicePlan {
            apps,
            ..DevicePlan::clone(&self.device)
        };
        (device.plan(), last)
    }
}

impl Place {
    fn free(worker: Option<u32>) -> Place {
        Place {
            standing: Standing::Free,
            worker,
            claim: Claim::Nothing,
        }
    }
}

impl Resident {
    fn new(candidate: &Candidate<'_>, worker: u32) -> Resident {
        Resident {
            name: called(candidate.name),
            app: Some(candidate.app.clone()),
            permissions: candidate.permissions.to_vec(),
            worker,
            claim: Claim::at_most(candidate.app),
            spots: BTreeMap::new(),
            listens: claim::listens(candidate.app),
            standing: Standing::Proven,
        }
    }
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
