//! Describing.

use crate::sys::{self, Builder, Status};
use crate::{called, failure, Error, Result};
use std::cell::Cell;

/// An open node, map or list, or the whole document. It ends when it is dropped, at the end of the statement at the latest.
///
/// The properties of a node come before what is in it. No function here fails: after the first failure nothing more is
/// written, and the description is refused with that failure.
pub struct Node<'a> {
    writing: &'a Writing<'a>,
    closes: Closes,
}

enum Closes {
    Nothing,
    Node,
    Value,
}

/// The builder of one description, and its first failure.
pub(crate) struct Writing<'a> {
    builder: &'a Builder,
    status: Cell<Status>,
    open: Cell<u32>,
}

impl Writing<'_> {
    fn call(&self, call: impl FnOnce(&Builder) -> Option<Status>) -> bool {
        if self.status.get() == sys::OK {
            if let Err(Error::Refused(status)) = called(call(self.builder)) {
                self.status.set(status);
            }
        }
        self.status.get() == sys::OK
    }
}

/// Has a document described.
pub(crate) fn write(builder: &Builder, describe: impl FnOnce(&mut Node) -> Result) -> Result {
    let writing = Writing { builder, status: Cell::new(sys::OK), open: Cell::new(0) };
    describe(&mut Node { writing: &writing, closes: Closes::Nothing })?;
    if writing.open.get() > 0 {
        return failure("the description is not complete", "a node was forgotten", "let each node be dropped");
    }
    called(Some(writing.status.get()))
}

/// A value of a property: a text, a `bool` or a number.
pub trait Value {
    #[doc(hidden)]
    fn set(self, builder: &Builder, key: sys::Str) -> Option<Status>;
}

impl Value for &str {
    fn set(self, builder: &Builder, key: sys::Str) -> Option<Status> {
        builder.set_str.map(|set| unsafe { set(builder, key, self.into()) })
    }
}

impl Value for &String {
    fn set(self, builder: &Builder, key: sys::Str) -> Option<Status> {
        self.as_str().set(builder, key)
    }
}

impl Value for bool {
    fn set(self, builder: &Builder, key: sys::Str) -> Option<Status> {
        builder.set_bool.map(|set| unsafe { set(builder, key, self.into()) })
    }
}

impl Value for i32 {
    fn set(self, builder: &Builder, key: sys::Str) -> Option<Status> {
        i64::from(self).set(builder, key)
    }
}

impl Value for i64 {
    fn set(self, builder: &Builder, key: sys::Str) -> Option<Status> {
        builder.set_i64.map(|set| unsafe { set(builder, key, self) })
    }
}

impl Value for f64 {
    fn set(self, builder: &Builder, key: sys::Str) -> Option<Status> {
        builder.set_f64.map(|set| unsafe { set(builder, key, self) })
    }
}

impl Node<'_> {
    /// Hands the node to a closure, which writes what is in it.
    pub fn with(&mut self, inside: impl FnOnce(&mut Self)) -> &mut Self {
        inside(self);
        self
    }

    /// Hands the node to a closure once for each of some items.
    pub fn each<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) -> &mut Self {
        for item in items {
            write(self, item);
        }
        self
    }

    /// Adds a node of any kind; the id may be empty.
    pub fn node(&mut self, kind: &str, id: &str) -> Node<'_> {
        self.begin(kind, id, &[])
    }

    pub(crate) fn begin(&mut self, kind: &str, id: &str, properties: &[(&str, &str)]) -> Node<'_> {
        let begin = |b: &Builder| b.begin.map(|begin| unsafe { begin(b, kind.into(), id.into()) });
        let mut node = self.open(Closes::Node, begin);
        for (name, value) in properties {
            node.set(name, *value);
        }
        node
    }

    /// Opens a map as the value of a property, or, without a name, as an element of this list.
    pub fn open_map(&mut self, name: &str) -> Node<'_> {
        self.open(Closes::Value, |b| b.open_map.map(|open| unsafe { open(b, name.into()) }))
    }

    /// Opens a list as the value of a property, or, without a name, as an element of this list.
    pub fn open_list(&mut self, name: &str) -> Node<'_> {
        self.open(Closes::Value, |b| b.open_list.map(|open| unsafe { open(b, name.into()) }))
    }

    fn open(&mut self, closes: Closes, open: impl FnOnce(&Builder) -> Option<Status>) -> Node<'_> {
        let is_open = self.writing.call(open);
        self.writing.open.set(self.writing.open.get() + u32::from(is_open));
        Node { writing: self.writing, closes: if is_open { closes } else { Closes::Nothing } }
    }

    /// Sets a property to a text, a `bool` or a number.
    pub fn set(&mut self, name: &str, value: impl Value) -> &mut Self {
        self.writing.call(|builder| value.set(builder, name.into()));
        self
    }

    /// Appends to this list.
    pub fn add(&mut self, value: impl Value) -> &mut Self {
        self.set("", value)
    }

    /// Sets a property to a list of texts.
    pub fn set_texts(&mut self, name: &str, texts: &[&str]) -> &mut Self {
        self.open_list(name).each(texts, |list, text| {
            list.add(*text);
        });
        self
    }

    /// Sets a property to a map of texts.
    pub fn set_pairs(&mut self, name: &str, pairs: &[(&str, &str)]) -> &mut Self {
        self.open_map(name).each(pairs, |map, (key, value)| {
            map.set(key, *value);
        });
        self
    }

    /// Sets what an input is called, what it is for, and its rules, such as `required`.
    pub fn input(&mut self, name: &str, content: &str, rules: &[&str]) -> &mut Self {
        self.open_input().set_name(name).with(|input| {
            if !content.is_empty() {
                input.set_content(content);
            }
            if !rules.is_empty() {
                input.open_rules().each(rules, |list, rule| {
                    list.rule(rule, "");
                });
            }
        });
        self
    }

    /// Sets the action, and the inputs that it sends.
    pub fn action(&mut self, name: &str, sends: &[&str]) -> &mut Self {
        self.open_action().set_name(name).with(|action| {
            if !sends.is_empty() {
                action.set_sends(sends);
            }
        });
        self
    }

    /// Appends a rule to a list of rules; without a message the host has one of its own.
    pub fn rule(&mut self, name: &str, message: &str) -> &mut Self {
        self.open_map("").set_rule(name).with(|rule| {
            if !message.is_empty() {
                rule.set_message(message);
            }
        });
        self
    }

    /// Appends an option to a list of options.
    pub fn option(&mut self, value: &str, label: &str) -> &mut Self {
        self.open_map("").set_value(value).set_label(label);
        self
    }
}

impl Drop for Node<'_> {
    fn drop(&mut self) {
        let close = match self.closes {
            Closes::Nothing => return,
            Closes::Node => self.writing.builder.end,
            Closes::Value => self.writing.builder.close,
        };
        self.writing.open.set(self.writing.open.get() - 1);
        self.writing.call(|builder| close.map(|close| unsafe { close(builder) }));
    }
}
