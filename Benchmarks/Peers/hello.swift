// The smallest Swift program whose resident memory is measured: it prints a line, and waits.
print("Hello!")
_ = readLine()
