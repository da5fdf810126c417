module example.com/gopher

go 1.19
