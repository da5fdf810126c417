// hostile.cpp - a provider in C++ that throws wherever it can. Tests/Bindings/host.c has it do so, each time with
// another value of the setting "throws", and expects a failure with a reason, or a line in the log.
#include "appcontroller_provider.hpp"

#include <stdexcept>
#include <unistd.h>

namespace {

// Throws when it ends.
struct Thrower {
  bool is_armed = true;
  Thrower() = default;
  Thrower(const Thrower &) = delete;
  Thrower &operator=(const Thrower &) = delete;
  ~Thrower() noexcept(false) {
    if (is_armed) throw std::runtime_error("its end");
  }
};

// An exception that is not quite one.
struct Wordless : std::exception {
  const char *what() const noexcept override { return nullptr; }
};

class Hostile : public ack::Provider {
 public:
  explicit Hostile(const ack::Creation &creation)
      : Provider(creation), place_(creation.setting("throws").value_or("")), thrower_{} {
    thrower_.is_armed = false;
    throws_in("create");
    thrower_.is_armed = place_ == "destroy";
  }

  void describe(const ack::Context &context, ack::Node &document) override {
    if (place_ == "literal") {
      const std::string with_zero("a\0b", 3);
      auto screen = document.screen("s", "A literal");
      screen.set("text", "not a bool").set("number", 7u).set("truth", true).set("half", 0.5f).set("zero", with_zero);
      return;
    }
    if (place_ == "services") {
      char addresses[1024];
      const int file = host().open_socket("own");
      const int size = host().resolve("localhost", addresses);
      if (file < 0 || close(file) != 0 || host().open_socket("other") != -EACCES) throw std::runtime_error("a socket");
      if (std::string(addresses, addresses + size) != "127.0.0.1,::1" || host().resolve("x", addresses) != -ENOENT) {
        throw std::runtime_error("a name");
      }
      document.screen("s", "S");
      return;
    }
    if (place_ == "kept") {
      static_cast<void>(new ack::Node(document.screen("s", "S")));
      return;
    }
    if (place_ == "turn") {
      auto screen = document.screen("s", "S");
      auto list = screen.list();
      screen.text("too late");
      return;
    }
    auto screen = document.screen("s", "S");
    auto list = screen.list();
    throws_in("describe");
    if (place_ == "later") {
      context.later([] { throw std::runtime_error("the work"); });
    } else if (place_ == "other") {
      is_asked_again_ ? static_cast<void>(context.later([] { return std::string("x"); }))
                      : static_cast<void>((is_asked_again_ = true, context.later([] { return 1; })));
    } else if (place_ == "waiting") {
      // Ends only when it is cancelled, and long after.
      context.later([host = host()](const ack::Cancellation &cancellation) {
        host.log(ACK_LEVEL_INFO, "begun");
        while (!cancellation.wait_for(std::chrono::hours(1))) continue;
        host.log(ACK_LEVEL_INFO, "cancelled");
        return std::string("a late value");
      });
    } else if (place_ == "wordless") {
      throw Wordless();
    } else if (place_ == "number") {
      throw 7;
    } else if (place_ == "failure") {
      throw ack::Failure{"what", "why", "fix", ack::Category::later, "com.example.hostile", std::chrono::seconds(2)};
    } else if (place_ == "unsupported") {
      throw ack::Unsupported{};
    }
  }
  void describe_screen(const ack::Context &, ack::string_view, ack::Node &) override { throws_in("screen"); }
  void describe_splash(const ack::Context &, ack::Node &) override { throws_in("splash"); }
  void perform(const ack::Context &, const ack::Action &action, ack::Reply &reply) override {
    throws_in("perform");
    if (action.value("a") == ack::string_view("x\0y", 3)) reply.message(ACK_LEVEL_INFO, action.value("a"));
    if (place_ == "show") reply.show("push", [this](ack::Node &) { throws_in("show"); });
  }
  bool has_interface_for(ack::Purpose purpose) override {
    return throws_in("purpose"), Provider::has_interface_for(purpose);
  }
  bool is_initially_logged_in(const ack::Context &, bool) override { return throws_in("initial"), true; }
  void configure(const ack::Context &, ack::Configuration &) override { throws_in("configure"); }
  void session_ended(const ack::Context &, const ack::SessionView &) override { throws_in("ended"); }
  ack::string_view asset(const ack::Context &, ack::string_view name) override { return throws_in("asset"), name; }
  ack::Credential credential(const ack::Context &, const ack::CredentialRequest &request) override {
    throws_in("credential");
    const std::string program(request.program()), host(request.host());
    return {program + " " + host + " " + std::string(request.path()), "bot", 7};
  }
  void notify(const ack::Context &, ack::string_view) override { throws_in("notify"); }
  void screen_changed(const ack::Context &, ack::string_view id, ack::string_view appearance) override {
    if (id == "home" && appearance == "shown") throws_in("appearance");
  }
  void cancelled(std::uint64_t) override { throws_in("cancel"); }
  void tick() override { throws_in("tick"); }
  const void *extension(ack::string_view) override { return throws_in("extension"), this; }

 private:
  void throws_in(ack::string_view place) const {
    if (place == place_) throw std::runtime_error(place_);
  }

  std::string place_;
  Thrower thrower_;
  bool is_asked_again_ = false;
};

}  // namespace

ACK_PROVIDER(Hostile, "com.example.hostile", "Hostile", "0.1.0", "Example Ltd.");
