// provider.cpp - describes two interfaces, and answers what the user does in them.
#include "appcontroller_provider.hpp"

class SkeletonProvider : public ack::Provider {
  using Provider::Provider;

  void describe(const ack::Context &context, ack::Node &document) override {
    document.set_id(context.is_logged_in() ? "logged-in" : "logged-out").set_lang("en");
    if (context.is_logged_in()) {
      auto home = document.screen("home", "skeleton");
      home.text("Hello, " + std::string(context.subject()) + "!");
      home.button("leave", "Leave").set_style("destructive").action("leave");
    } else {
      auto welcome = document.screen("welcome", "skeleton");
      welcome.set_primary_action("enter");
      welcome.field("name", "Your name").input("name", "username", {"required"});
      welcome.button("enter", "Enter").set_style("primary").action("enter", {"name"});
    }
  }

  void perform(const ack::Context &, const ack::Action &action, ack::Reply &reply) override {
    if (action.name() == "enter") {
      reply.login({std::string(action.value("name"))});
    } else if (action.name() == "leave") {
      reply.logout();
    } else {
      throw ack::Unsupported{};
    }
  }
};

ACK_PROVIDER(SkeletonProvider, "com.example.skeleton", "skeleton", "0.1.0", "Unknown");
