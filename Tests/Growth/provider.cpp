// provider.cpp - what provider.c does as far as the binding for C++ goes, with a kind and a name that only the next minor
// version has.
#include "appcontroller_provider.hpp"

namespace {

class Growing : public ack::Provider {
  using Provider::Provider;

  void describe(const ack::Context &context, ack::Node &document) override {
    ack::Node screen = document.screen("screen", "Growing");
    screen.text("subject: " + std::string(context.subject()) + ", columns: " + std::to_string(context.traits().columns));
    {
      ack::Node rating = screen.node("rating", "rating");
      rating.set("tone", "calm").set_label("Rating");
      rating.open_fallback().text("4 of 5 stars");
    }
    screen.button("enter", "enter").action("enter");
  }
  void configure(const ack::Context &, ack::Configuration &configuration) override {
    configuration.duration = std::chrono::milliseconds(200);
  }
  void perform(const ack::Context &, const ack::Action &action, ack::Reply &reply) override {
    if (action.name() == "break") throw ack::Failure{"the door is shut", "it is night", "come back tomorrow"};
    if (action.name() != "enter") throw ack::Unsupported{};
    const auto info = host().info();
    reply.add("badge", {}, "3");
    reply.message(ACK_LEVEL_INFO, info ? "Welcome to " + std::string(info->name) : "Welcome");
    reply.login({"kitty"});
  }
  ack::string_view asset(const ack::Context &, ack::string_view) override { return "picture"; }
};

}  // namespace

ACK_PROVIDER(Growing, "com.example.growing", "Growing", "1.0.0", "Example Ltd.");
