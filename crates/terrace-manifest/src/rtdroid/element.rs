//! An element that remembers which attributes and children it was asked for (X1).

use crate::{
    read::closest,
    report::{Problem, Report},
};
use roxmltree::{Attribute, Node};
use std::ops::Range;

/// What was wrong so far, and what is only worth saying.
pub(super) struct Reader<'t> {
    report: Report<'t>,
    warnings: Report<'t>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(report: Report<'t>, warnings: Report<'t>) -> Reader<'t> {
        Reader { report, warnings }
    }

    pub(super) fn into_reports(self) -> (Report<'t>, Report<'t>) {
        (self.report, self.warnings)
    }

    /// Something is wrong.
    pub(super) fn refuse(&mut self, problem: Problem) {
        self.report.refuse(problem);
    }

    /// Something is worth saying.
    pub(super) fn warn(&mut self, problem: Problem) {
        self.warnings.refuse(problem);
    }

    /// The line of an offset, as people count.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.report.position(offset).line
    }
}

/// A text with its place and its name.
#[derive(Debug, Clone)]
pub(super) struct Text<'n> {
    /// As `service.name`.
    pub(super) name: String,
    pub(super) at: Range<usize>,
    pub(super) value: &'n str,
}

impl Text<'_> {
    /// What is wrong with it: `what` continues its name.
    pub(super) fn problem(
        &self,
        what: &str,
        limit: impl Into<String>,
        fix: impl Into<String>,
    ) -> Problem {
        Problem::new(&self.at, format!("{} {what}", self.name), limit, fix)
    }
}

/// Elements of Android that have no real-time meaning; what is inside is read over as well.
const STOCK_ELEMENTS: &[&str] = &[
    "activity",
    "activity-alias",
    "category",
    "compatible-screens",
    "instrumentation",
    "meta-data",
    "permission",
    "permission-group",
    "permission-tree",
    "provider",
    "queries",
    "supports-gl-texture",
    "supports-screens",
    "uses-configuration",
    "uses-feature",
    "uses-library",
    "uses-permission",
    "uses-permission-sdk-23",
    "uses-sdk",
];

/// Attributes of Android that have no real-time meaning.
const STOCK_ATTRIBUTES: &[&str] = &[
    "allowBackup",
    "allowTaskReparenting",
    "banner",
    "debuggable",
    "description",
    "directBootAware",
    "enabled",
    "exported",
    "fullBackupContent",
    "hardwareAccelerated",
    "icon",
    "installLocation",
    "isolatedProcess",
    "label",
    "largeHeap",
    "logo",
    "minSdkVersion",
    "permission",
    "persistent",
    "platformBuildVersionCode",
    "platformBuildVersionName",
    "process",
    "roundIcon",
    "sharedUserId",
    "sharedUserLabel",
    "stopWithTask",
    "supportsRtl",
    "targetSdkVersion",
    "taskAffinity",
    "theme",
    "uiOptions",
    "versionCode",
    "vmSafeMode",
];

/// See the module.
pub(super) struct Element<'n> {
    node: Node<'n, 'n>,
    attributes: Vec<&'static str>,
    children: Vec<&'static str>,
}

impl<'n> Element<'n> {
    pub(super) fn new(node: Node<'n, 'n>) -> Element<'n> {
        Element {
            node,
            attributes: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Its name without its prefix.
    pub(super) fn name(&self) -> &'n str {
        self.node.tag_name().name()
    }

    /// Where its first tag begins, and ends by its name.
    pub(super) fn at(&self) -> Range<usize> {
        let start = self.node.range().start;
        let text = &self.node.document().input_text()[start..];
        let name = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/');
        let length = match text.starts_with("</") {
            true => text.len().min(2),
            false => name.unwrap_or(text.len()),
        };
        start..start + length
    }

    /// An attribute by any of its spellings; the first asked for is what it is called.
    pub(super) fn attribute(&mut self, spellings: &[&'static str]) -> Option<Text<'n>> {
        self.attributes.extend(spellings);
        let known = |a: &Attribute<'n, 'n>| spellings.contains(&a.name()) && ours(a.namespace());
        let attribute = self.node.attributes().find(known)?;
        Some(Text {
            name: format!("{}.{}", self.name(), attribute.name()),
            at: attribute.range_value(),
            value: attribute.value(),
        })
    }

    /// An attribute that must be there.
    pub(super) fn require(
        &mut self,
        spellings: &[&'static str],
        example: &str,
        reader: &mut Reader<'_>,
    ) -> Option<Text<'n>> {
        let text = self.attribute(spellings);
        if text.is_none() {
            let what = format!("{}.{} is missing", self.name(), spellings[0]);
            let fix = format!("add {}=\"{example}\" to <{}>", spellings[0], self.name());
            let problem = Problem::new(&self.at(), what, "it is required", fix);
            reader.refuse(problem.value("nothing"));
        }
        text
    }

    /// The children by any of their spellings, in the order of the text.
    pub(super) fn children(&mut self, spellings: &[&'static str]) -> Vec<Element<'n>> {
        self.children.extend(spellings);
        let known = |n: &Node<'n, 'n>| {
            n.is_element()
                && spellings.contains(&n.tag_name().name())
                && ours(n.tag_name().namespace())
        };
        self.node
            .children()
            .filter(known)
            .map(Element::new)
            .collect()
    }

    /// The one child by any of its spellings; a second one is refused.
    pub(super) fn child(
        &mut self,
        spellings: &[&'static str],
        reader: &mut Reader<'_>,
    ) -> Option<Element<'n>> {
        let mut all = self.children(spellings).into_iter();
        let first = all.next();
        for more in all {
            let first = first.as_ref().map_or(0, |f| f.at().start);
            let limit = format!("it is on line {} already", reader.line(first));
            let what = format!("<{}> is there twice", more.name());
            reader.refuse(Problem::new(
                &more.at(),
                what,
                limit,
                "remove one of the two",
            ));
        }
        first
    }

    /// The text inside, or an attribute `value` in its place.
    pub(super) fn text(&mut self, reader: &mut Reader<'_>) -> Option<Text<'n>> {
        let inside = self
            .node
            .children()
            .find(|n| n.is_text() && n.text().is_some_and(|t| !t.trim().is_empty()));
        if let Some(inside) = inside {
            let whole = inside.text().unwrap_or_default();
            return Some(Text {
                name: self.name().to_owned(),
                at: trimmed(self.node.document().input_text(), inside.range()),
                value: whole.trim(),
            });
        }
        let value = self.attribute(&["value", "name"]);
        if value.is_none() {
            let what = format!("<{}> is empty", self.name());
            let problem = Problem::new(
                &self.at(),
                what,
                "it holds a word or number",
                "write it or remove it",
            );
            reader.refuse(problem);
        }
        value
    }

    /// Refuse what was not asked for, and warn of what only Android knows.
    pub(super) fn finish(self, reader: &mut Reader<'_>) {
        for attribute in self.node.attributes() {
            if !(self.attributes.contains(&attribute.name()) && ours(attribute.namespace())) {
                self.judge_attribute(&attribute, reader);
            }
        }
        for child in self.node.children() {
            match child.is_element() {
                true => self.judge_child(Element::new(child), reader),
                false => self.judge_text(child, reader),
            }
        }
    }

    fn judge_attribute(&self, attribute: &Attribute<'_, '_>, reader: &mut Reader<'_>) {
        let (name, at) = (attribute.name(), attribute.range());
        if self.is_stock() && ours(attribute.namespace()) && STOCK_ATTRIBUTES.contains(&name) {
            let what = format!("{}.{name} is Android's and has no effect here", self.name());
            reader.warn(Problem::new(
                &at,
                what,
                "Terrace has no counterpart",
                "leave it or remove it",
            ));
            return;
        }
        let what = format!("unknown attribute of <{}>", self.name());
        reader.refuse(unknown(&at, what, "attributes", name, &self.attributes).value(name));
    }

    fn judge_child(&self, child: Element<'_>, reader: &mut Reader<'_>) {
        let (name, space) = (child.name(), child.node.tag_name().namespace());
        if self.children.contains(&name) && ours(space) {
            return;
        }
        if self.is_stock() && ours(space) && STOCK_ELEMENTS.contains(&name) {
            let what = format!("<{name}> is Android's and has no effect here");
            reader.warn(Problem::new(
                &child.at(),
                what,
                "Terrace has no counterpart",
                "leave it or remove it",
            ));
            return;
        }
        let what = format!("unknown element in <{}>", self.name());
        reader.refuse(unknown(&child.at(), what, "elements", name, &self.children));
    }

    /// Is there a period in it, right or wrong?
    pub(super) fn says_period(&self) -> bool {
        self.node.descendants().any(|n| {
            let inside = n.parent().is_some_and(|p| p.tag_name().name() == "time");
            let name = n.tag_name().name();
            let attribute = n
                .attributes()
                .any(|a| matches!(a.name(), "periodic" | "period"));
            name == "period" || (name == "periodic" && inside) || (name == "release" && attribute)
        })
    }

    /// Does Android itself define this element?
    fn is_stock(&self) -> bool {
        const NAMES: [&str; 6] = [
            "manifest",
            "application",
            "service",
            "receiver",
            "intent-filter",
            "action",
        ];
        NAMES.contains(&self.name())
    }

    /// Text between elements is a mistake, unless this element was asked for its text.
    fn judge_text(&self, node: Node<'_, '_>, reader: &mut Reader<'_>) {
        let stray = node.is_text() && node.text().is_some_and(|t| !t.trim().is_empty());
        if stray && !(self.children.is_empty() && self.node.children().count() == 1) {
            let at = trimmed(node.document().input_text(), node.range());
            let what = format!("text in <{}>", self.name());
            reader.refuse(Problem::new(
                &at,
                what,
                "it holds elements only",
                "remove it",
            ));
        }
    }
}

fn unknown(
    at: &Range<usize>,
    what: String,
    kind: &str,
    name: &str,
    known: &[&'static str],
) -> Problem {
    let mut names: Vec<&str> = Vec::new();
    known.iter().for_each(|k| {
        if !names.contains(k) {
            names.push(k);
        }
    });
    let limit = match names.is_empty() {
        true => format!("it has no {kind}"),
        false => format!("the {kind} are {}", names.join(" ")),
    };
    let fix = match closest(name, &names) {
        Some(near) => format!("did you mean {near}"),
        None => "remove it".to_owned(),
    };
    Problem::new(at, what, limit, fix)
}

/// Android's namespace, RTDroid's, or none.
fn ours(namespace: Option<&str>) -> bool {
    namespace.is_none_or(|n| n == super::ANDROID || n == super::RTDROID)
}

/// A range of the text without the white space at its ends.
fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let inside = &text[at.clone()];
    let start = at.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}
