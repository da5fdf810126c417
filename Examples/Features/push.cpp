// push.cpp - a provider with a list, whose items push a screen, from which an answer leads back: push.c in C++.
#include "appcontroller_provider.hpp"

#include <array>

class Menu : public ack::Provider {
  using Provider::Provider;

  struct Tea {
    std::string id, name, minutes;
  };
  const std::array<Tea, 2> teas_{{{"assam", "Assam", "4 minutes"}, {"sencha", "Sencha", "2 minutes"}}};

  // A screen is pushed onto the navigation that the action came from, so the root is one.
  void describe(const ack::Context &, ack::Node &document) override {
    document.set_id("menu").set_lang("en");
    auto stack = document.navigation();
    auto screen = stack.screen("menu-screen", "Menu");
    auto list = screen.list();
    list.set_label("Teas");
    for (const Tea &tea : teas_) list.item(tea.id, tea.name).action("open", {}, {{"tea", tea.id}});
  }

  void perform(const ack::Context &, const ack::Action &action, ack::Reply &reply) override {
    if (action.name() == "order") {
      // The effects of an answer are applied in order, all or none: the screen goes, and the one below has the message.
      reply.leave("pop");
      return reply.message(ACK_LEVEL_SUCCESS, "It is on its way");
    }
    if (action.name() != "open") throw ack::Unsupported{};
    for (const Tea &tea : teas_) {
      if (tea.id == action.payload("tea")) return push(tea, reply);
    }
    reply.message(ACK_LEVEL_ERROR, "There is no such tea");
  }

  static void push(const Tea &tea, ack::Reply &reply) {
    reply.show("push", [&](ack::Node &document) {
      document.set_id(tea.id).set_lang("en");
      auto screen = document.screen("tea-screen", tea.name);
      screen.text(tea.minutes);
      screen.button("order", "Order").set_style("primary").action("order");
    });
  }
};

ACK_PROVIDER(Menu, "com.example.push", "Push", "1.0.0", "Example Ltd.");
