// locker.cpp - the provider that is kept, in C++: locker.c with the bindings.
#include "appcontroller_provider.hpp"

class Locker : public ack::Provider {
 public:
  explicit Locker(const ack::Creation &creation)
      : Provider(creation),
        greeting_(creation.setting("greeting").value_or("")),
        shelves_(std::stoi(std::string(creation.setting("shelves").value_or("0")))) {}

 private:
  void configure(const ack::Context &context, ack::Configuration &configuration) override {
    configuration.style = context.is_logged_in() ? ACK_STYLE_SLIDE_LEADING : ACK_STYLE_FADE;
    configuration.duration = std::chrono::milliseconds(context.is_logged_in() ? 200 : 300);
    configuration.delay = std::chrono::milliseconds(10);
  }

  void describe_splash(const ack::Context &, ack::Node &document) override {
    document.set_id("launching").set_lang("en");
    document.screen("splash", "Locker").progress("Opening");
  }

  void describe(const ack::Context &context, ack::Node &document) override {
    document.set_id(context.is_logged_in() ? "logged-in" : "logged-out").set_lang("en");
    if (context.is_logged_in()) describe_logged_in(context.session(), document);
    else describe_logged_out(document);
  }

  void describe_logged_out(ack::Node &document) {
    auto door = document.screen("door", "Locker");
    door.set_initial_focus("name").set_primary_action("enter");
    door.text(greeting_).set_style("heading");
    {
      auto form = door.group();
      form.set_label("Sign in").set_style("form");
      {
        auto name = form.field("name", "Your name");
        auto input = name.open_input();
        input.set_name("name").set_content("username");
        input.open_rules().rule("required", "Enter your name");
      }
      form.field("word", "Password").input("word", "password", {"required"});
      form.toggle("stay", "Stay signed in").open_input().set_name("stay").set_value(true);
      {
        auto size = form.choice("size", "Size");
        auto input = size.open_input();
        input.set_name("size").set_value("small");
        input.open_options().option("small", "Small").option("large", "Large");
      }
      auto enter = form.button("enter", "Enter");
      enter.set_style("primary").action("enter", {"name", "word", "stay", "size"});
      enter.open_enabled().set_filled({"name", "word"});
    }
    door.button("ask", "Ask").open_action().set_name("ask").set_deadline(60);
    door.button("jam", "Jam").action("jam");
    door.button("wait", "Wait").action("wait");
    door.button("odd", "Odd").action("odd");
    door.link("help", "Help", "https://example.com/help");
  }

  void describe_logged_in(const std::optional<ack::SessionView> &session, ack::Node &document) {
    const std::string name(session ? session->display_name() : ""), subject(session ? session->subject() : "");
    const std::string size(session ? session->attribute("size").value_or("") : "");
    const auto secret = session ? session->secret().size() : 0, token = session ? session->refresh_token().size() : 0;
    auto stack = document.node("navigation", "stack");
    auto home = stack.screen("home", "Locker");
    home.text("Hello, " + name + "!").set_style("heading");
    home.text(subject + ", " + size + ", " + std::to_string(secret) + ", " + std::to_string(token));
    home.banner("Close the door").set_severity("info");
    home.progress("Used").open_progress().set_value(1.0).set_total(4);
    {
      auto list = home.list();
      list.set_label("Shelves");
      for (int i = 1; i <= shelves_; i++) {
        const std::string number = std::to_string(i);
        list.item("shelf-" + number, "Shelf " + number).action("open", {}, {{"shelf", number}});
      }
    }
    home.button("leave", "Leave").set_style("destructive").action("leave", {}, {{"all", "yes"}});
  }

  static void describe_shelf(const std::string &number, ack::Node &document) {
    document.set_id("shelf").set_lang("en");
    auto shelf = document.screen("shelf", "Shelf " + number);
    shelf.code("SHELF-" + number).set_label("Code");
    shelf.button("take", "Take").set_style("primary").action("take");
  }

  void describe_screen(const ack::Context &, std::string_view id, ack::Node &document) override {
    if (id != "shelf") throw ack::Unsupported{};
    describe_shelf("?", document);
  }

  void perform(const ack::Context &context, const ack::Action &action, ack::Reply &reply) override {
    using std::chrono::milliseconds;
    if (action.name() == "enter") {
      enter(action, reply);
    } else if (action.name() == "ask") {
      const bool is_answered = context.later([] { return true; });
      if (is_answered) reply.message(ACK_LEVEL_INFO, "Asked");
    } else if (action.name() == "jam") {
      throw ack::Failure{"the door does not open", "it is jammed", "call the house", ack::Category::denied,
                         "com.example.jammed"};
    } else if (action.name() == "wait") {
      throw ack::Failure{"the door is busy",   "somebody is in it", "come back", ack::Category::later,
                         "com.example.busy", milliseconds(1500)};
    } else if (action.name() == "open") {
      const std::string number(action.payload("shelf"));
      reply.show("push", [&](ack::Node &document) { describe_shelf(number, document); });
    } else if (action.name() == "take") {
      host().invalidate();
      reply.leave("pop");
      reply.message(ACK_LEVEL_SUCCESS, "Taken");
    } else if (action.name() == "leave") {
      if (action.payload("all") == "yes") reply.logout();
    } else {
      throw ack::Unsupported{};
    }
  }

  static void enter(const ack::Action &action, ack::Reply &reply) {
    const std::string name(action.value("name")), stay(action.value("stay")), size(action.value("size"));
    if (action.value("word") != "meow1234") {
      reply.field_error("word", "This is not the password");
      return reply.message(ACK_LEVEL_ERROR, stay + ", " + size);
    }
    reply.message(ACK_LEVEL_SUCCESS, "Come in");
    ack::Session session{name, "Dear " + name, "secret", 0, {{"size", size}}, "refresh"};
    reply.login(session);
  }

  void refresh_session(const ack::Context &, const ack::SessionView &session, ack::Reply &reply) override {
    if (session.refresh_token() != "refresh") return reply.logout();
    ack::Session renewed{std::string(session.subject()), std::string(session.display_name()), "second", 0, {}, "refresh"};
    renewed.attributes.emplace_back("size", session.attribute("size").value_or(""));
    reply.login(renewed);
  }

  void session_ended(const ack::Context &, const ack::SessionView &session) override {
    host().log(ACK_LEVEL_INFO, "ended " + std::string(session.subject()));
  }

  void notify(const ack::Context &, std::string_view event) override {
    host().log(ACK_LEVEL_INFO, "event " + std::string(event));
  }

  const std::string greeting_;
  const int shelves_;
};

ACK_PROVIDER_WITH(Locker, "com.example.kept-cpp", "Locker", "1.0.0", "Example Ltd.",
  "settings": [
    { "name": "greeting", "type": "text", "label": "Greeting", "default": "Welcome" },
    { "name": "shelves", "type": "integer", "label": "Shelves", "default": 2, "min": 1, "max": 9 }]);
