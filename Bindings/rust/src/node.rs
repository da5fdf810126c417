//! Describing.

use crate::form::{Content, Form};
use crate::{failure, sys, Category, Host, Result};
use std::cell::{Cell, RefCell};

/// An open node, map or list, or the whole document. It ends when it is dropped, often at the end of the statement.
///
/// The properties of a node come before what is in it. No function here fails: after the first failure nothing more is
/// written, and the description is refused with that failure.
pub struct Node<'a> {
    writing: &'a Writing,
    closes: bool,
}

/// One description that is being written, and how many of its parts are open.
pub(crate) struct Writing {
    form: RefCell<Form>,
    open: Cell<u32>,
}

/// Has a document described, and hands its form on.
pub(crate) fn write<T>(
    host: Host,
    describe: impl FnOnce(&mut Node) -> Result,
    give: impl FnOnce(&sys::Form) -> Result<T>,
) -> Result<T> {
    let writing = Writing { form: RefCell::new(Form::new(host)), open: Cell::new(0) };
    describe(&mut Node { writing: &writing, closes: false })?;
    if writing.open.get() > 0 {
        return failure(
            Category::Provider,
            "the description is not complete",
            "a node was forgotten",
            "let each node be dropped",
        );
    }
    writing.form.into_inner().lend(give)
}

/// A value of a property: a text, a `bool` or a number.
pub trait Value {
    #[doc(hidden)]
    fn set(self, form: &mut Form, key: &str);
}

impl Value for &str {
    fn set(self, form: &mut Form, key: &str) {
        form.set(key, Content::Text(self));
    }
}

impl Value for &String {
    fn set(self, form: &mut Form, key: &str) {
        form.set(key, Content::Text(self));
    }
}

impl Value for bool {
    fn set(self, form: &mut Form, key: &str) {
        form.set(key, Content::Bool(self));
    }
}

impl Value for i32 {
    fn set(self, form: &mut Form, key: &str) {
        form.set(key, Content::Int(self.into()));
    }
}

impl Value for i64 {
    fn set(self, form: &mut Form, key: &str) {
        form.set(key, Content::Int(self));
    }
}

impl Value for f64 {
    fn set(self, form: &mut Form, key: &str) {
        form.set(key, Content::Double(self));
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
        let mut node = self.open(|form| form.begin(kind, id));
        for (name, value) in properties {
            node.set(name, *value);
        }
        node
    }

    /// Opens a map as the value of a property, or, without a name, as an element of this list.
    pub fn open_map(&mut self, name: &str) -> Node<'_> {
        self.open(|form| form.open(name, true))
    }

    /// Opens a list as the value of a property, or, without a name, as an element of this list.
    pub fn open_list(&mut self, name: &str) -> Node<'_> {
        self.open(|form| form.open(name, false))
    }

    fn open(&mut self, open: impl FnOnce(&mut Form) -> bool) -> Node<'_> {
        let is_open = open(&mut self.writing.form.borrow_mut());
        self.writing.open.set(self.writing.open.get() + u32::from(is_open));
        Node { writing: self.writing, closes: is_open }
    }

    /// Sets a property to a text, a `bool` or a number.
    pub fn set(&mut self, name: &str, value: impl Value) -> &mut Self {
        value.set(&mut self.writing.form.borrow_mut(), name);
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
        if self.closes {
            self.writing.open.set(self.writing.open.get() - 1);
            self.writing.form.borrow_mut().end();
        }
    }
}
