// A tiny plugin of hashicorp/go-plugin and its host, over both of its transports.
//
// The benchmark starts the host and sends it orders on file descriptor 3, a line each. The host answers with the
// nanoseconds of each question, or of the whole order:
//
//	ask rpc 100 64    asks a running plugin 100 times for a text of 64 bytes
//	start rpc         starts another plugin, and asks it once
//	end               ends the plugin that was started last, and waits for its end
//
// The transport is rpc or grpc.
package main

import (
	"bufio"
	"context"
	"log"
	"net/rpc"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/golang/protobuf/ptypes/wrappers"
	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// The question of a host: a number as a text. The answer is a text of that many bytes, the size of a provider's answer.
type asker interface {
	ask(text string) (string, error)
}

var answers = map[string]string{}
var lock sync.Mutex

// The answer is made only once for each size, because the question is measured, not the making of texts.
func answer(question string) string {
	lock.Lock()
	defer lock.Unlock()
	if answers[question] == "" {
		count, err := strconv.Atoi(question)
		check(err)
		answers[question] = strings.Repeat("x", count)
	}
	return answers[question]
}

// MARK: net/rpc

type rpcPlugin struct{}

func (rpcPlugin) Server(*plugin.MuxBroker) (interface{}, error) { return &rpcServer{}, nil }

func (rpcPlugin) Client(_ *plugin.MuxBroker, client *rpc.Client) (interface{}, error) {
	return rpcClient{client}, nil
}

type rpcServer struct{}

func (*rpcServer) Ask(question string, reply *string) error {
	*reply = answer(question)
	return nil
}

type rpcClient struct{ client *rpc.Client }

func (c rpcClient) ask(text string) (reply string, err error) {
	// "Plugin" is the name under which go-plugin registers every server.
	err = c.client.Call("Plugin.Ask", text, &reply)
	return
}

// MARK: gRPC

type grpcPlugin struct{ plugin.NetRPCUnsupportedPlugin }

func (grpcPlugin) GRPCServer(_ *plugin.GRPCBroker, server *grpc.Server) error {
	server.RegisterService(&service, struct{}{})
	return nil
}

func (grpcPlugin) GRPCClient(
	_ context.Context, _ *plugin.GRPCBroker, connection *grpc.ClientConn,
) (interface{}, error) {
	return grpcClient{connection}, nil
}

// The code that protoc would generate for a service with one function; its messages are protobuf's own types.
var service = grpc.ServiceDesc{
	ServiceName: "peer.Plugin",
	HandlerType: (*interface{})(nil),
	Methods: []grpc.MethodDesc{{
		MethodName: "Ask",
		Handler: func(
			_ interface{}, _ context.Context, decode func(interface{}) error, _ grpc.UnaryServerInterceptor,
		) (interface{}, error) {
			var question wrappers.StringValue
			if err := decode(&question); err != nil {
				return nil, err
			}
			return &wrappers.StringValue{Value: answer(question.Value)}, nil
		},
	}},
}

type grpcClient struct{ connection *grpc.ClientConn }

func (c grpcClient) ask(text string) (string, error) {
	var reply wrappers.StringValue
	err := c.connection.Invoke(context.Background(), "/peer.Plugin/Ask", &wrappers.StringValue{Value: text}, &reply)
	return reply.Value, err
}

// MARK: Both sides

var handshake = plugin.HandshakeConfig{ProtocolVersion: 1, MagicCookieKey: "PEER", MagicCookieValue: "plugin"}

func plugins(transport string) plugin.PluginSet {
	if transport == "grpc" {
		return plugin.PluginSet{"peer": grpcPlugin{}}
	}
	return plugin.PluginSet{"peer": rpcPlugin{}}
}

func serve(transport string) {
	config := &plugin.ServeConfig{
		HandshakeConfig: handshake, Plugins: plugins(transport), Logger: hclog.NewNullLogger(),
	}
	if transport == "grpc" {
		config.GRPCServer = plugin.DefaultGRPCServer
	}
	plugin.Serve(config)
}

// Starts a plugin, and asks it once.
func begin(transport string) (*plugin.Client, asker) {
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: handshake, Plugins: plugins(transport), Logger: hclog.NewNullLogger(),
		Cmd:              exec.Command("/proc/self/exe", "plugin", transport),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolNetRPC, plugin.ProtocolGRPC},
	})
	protocol, err := client.Client()
	check(err)
	raw, err := protocol.Dispense("peer")
	check(err)
	peer := raw.(asker)
	ask(peer, "64")
	return client, peer
}

// Asks for a text of a number of bytes, and returns the nanoseconds that it took.
func ask(peer asker, size string) string {
	start := time.Now()
	reply, err := peer.ask(size)
	took := time.Since(start)
	check(err)
	if strconv.Itoa(len(reply)) != size {
		log.Fatalf("the plugin answered with %d bytes", len(reply))
	}
	return strconv.FormatInt(took.Nanoseconds(), 10)
}

func host() {
	syscall.CloseOnExec(3)
	// The multiplexer of go-plugin writes warnings when a plugin is ended. Our own log keeps the former standard error.
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
	orders := os.NewFile(3, "orders")
	clients, peers := []*plugin.Client{}, map[string]asker{}
	// The plugin that was started last; the benchmark ends it outside of the measured time.
	var last *plugin.Client
	for lines := bufio.NewScanner(orders); lines.Scan(); {
		words := append(strings.Fields(lines.Text()), "", "", "", "")
		start := time.Now()
		times := []string{}
		switch transport := words[1]; words[0] {
		case "ask":
			count, err := strconv.Atoi(words[2])
			check(err)
			if peers[transport] == nil {
				client, peer := begin(transport)
				clients, peers[transport] = append(clients, client), peer
			}
			for ; count > 0; count-- {
				times = append(times, ask(peers[transport], words[3]))
			}
		case "start":
			last, _ = begin(transport)
		case "end":
			last.Kill()
		default:
			log.Fatalf("nothing is known of %q", lines.Text())
		}
		if len(times) == 0 {
			times = append(times, strconv.FormatInt(time.Since(start).Nanoseconds(), 10))
		}
		_, err := orders.WriteString(strings.Join(times, " ") + "\n")
		check(err)
	}
	for _, client := range clients {
		client.Kill()
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "plugin" {
		serve(os.Args[2])
	} else {
		host()
	}
}
