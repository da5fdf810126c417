// A tiny plugin of hashicorp/go-plugin and its host, over both of its transports.
//
// The benchmark starts the host and sends it orders on file 3, a line each, which the host answers with a line:
//
//	ask rpc 100    asks a plugin that runs, so many times
//	start rpc      starts another plugin, and asks it once
//	end            ends the plugin that was started last, and waits for its end
//
// Instead of rpc it can be grpc.
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
	"syscall"

	"github.com/golang/protobuf/ptypes/wrappers"
	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// What a host asks: a short text, and a short text comes back, as with what the benchmark asks of a provider.
type asker interface {
	ask(text string) (string, error)
}

const answer = "configuration"

// MARK: net/rpc

type rpcPlugin struct{}

func (rpcPlugin) Server(*plugin.MuxBroker) (interface{}, error) { return &rpcServer{}, nil }

func (rpcPlugin) Client(_ *plugin.MuxBroker, client *rpc.Client) (interface{}, error) {
	return rpcClient{client}, nil
}

type rpcServer struct{}

func (*rpcServer) Ask(_ string, reply *string) error {
	*reply = answer
	return nil
}

type rpcClient struct{ client *rpc.Client }

func (c rpcClient) ask(text string) (reply string, err error) {
	// "Plugin" is what go-plugin registers every server as.
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

// What protoc would write for a service with one function; its messages are those of protobuf itself.
var service = grpc.ServiceDesc{
	ServiceName: "peer.Plugin",
	HandlerType: (*interface{})(nil),
	Methods: []grpc.MethodDesc{{
		MethodName: "Ask",
		Handler: func(
			_ interface{}, _ context.Context, decode func(interface{}) error, _ grpc.UnaryServerInterceptor,
		) (interface{}, error) {
			if err := decode(&wrappers.StringValue{}); err != nil {
				return nil, err
			}
			return &wrappers.StringValue{Value: answer}, nil
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
func start(transport string) (*plugin.Client, asker) {
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
	ask(peer)
	return client, peer
}

func ask(peer asker) {
	reply, err := peer.ask("question")
	check(err)
	if reply != answer {
		log.Fatalf("the plugin answered %q", reply)
	}
}

func host() {
	syscall.CloseOnExec(3)
	orders := os.NewFile(3, "orders")
	clients, peers := []*plugin.Client{}, map[string]asker{}
	// The one that was started last, which is ended when the benchmark does not measure.
	var last *plugin.Client
	for lines := bufio.NewScanner(orders); lines.Scan(); {
		words := append(strings.Fields(lines.Text()), "", "", "")
		switch transport := words[1]; words[0] {
		case "ask":
			count, err := strconv.Atoi(words[2])
			check(err)
			if peers[transport] == nil {
				client, peer := start(transport)
				clients, peers[transport] = append(clients, client), peer
			}
			for ; count > 0; count-- {
				ask(peers[transport])
			}
		case "start":
			last, _ = start(transport)
		case "end":
			last.Kill()
		default:
			log.Fatalf("nothing is known of %q", lines.Text())
		}
		_, err := orders.WriteString("done\n")
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
