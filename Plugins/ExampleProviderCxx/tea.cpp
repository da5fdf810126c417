// tea.cpp - a provider in C++: come in with a PIN that a server checks, have tea brewed, leave.
#include "appcontroller_provider.hpp"

class TeaRoom : public ack::Provider {
  using Provider::Provider;

  void describe(const ack::Context &context, ack::Node &document) override {
    document.set_id(context.is_logged_in() ? "logged-in" : "logged-out").set_lang("en");
    if (context.is_logged_in()) {
      auto room = document.screen("room", "Tea Room");
      room.text("Welcome, member " + std::string(context.subject()) + "!");
      {
        auto teas = room.list();
        teas.set_label("Teas");
        for (const std::string tea : {"Assam", "Sencha"}) teas.item(tea, tea).action("brew", {}, {{"tea", tea}});
      }
      room.button("leave", "Leave").set_style("destructive").action("leave");
    } else {
      auto door = document.screen("door", "Tea Room");
      door.set_primary_action("enter");
      door.field("member", "Member number").input("member", "username", {"required", "digits"});
      door.field("pin", "PIN").input("pin", "password", {"required"});
      door.button("enter", "Enter").set_style("primary").action("enter", {"member", "pin"});
    }
  }

  void perform(const ack::Context &context, const ack::Action &action, ack::Reply &reply) override {
    if (action.name() == "enter") {
      const std::string member(action.value("member")), pin(action.value("pin"));
      const bool is_right = context.later([pin](const ack::Cancellation &cancellation) {
        cancellation.wait_for(std::chrono::milliseconds(20));  // the server
        return pin == "1773";
      });
      if (!is_right) return reply.field_error("pin", "This is not the PIN of member " + member);
      reply.login({member, "Member " + member, "a-token-of-the-tea-room"});
    } else if (action.name() == "brew") {
      const std::string tea(action.payload("tea"));
      if (tea != "Assam" && tea != "Sencha") {
        throw ack::Failure{"there is no such tea", "the room serves Assam and Sencha", "choose one of them",
                           ack::Category::input};
      }
      reply.message(ACK_LEVEL_SUCCESS, tea + " is ready, pot " + std::to_string(++brewed_));
    } else if (action.name() == "leave") {
      reply.logout();
    } else {
      throw ack::Unsupported{};
    }
  }

  int brewed_ = 0;
};

ACK_PROVIDER(TeaRoom, "com.example.tea-cpp", "Tea Room in C++", "0.1.0", "Example Ltd.");
