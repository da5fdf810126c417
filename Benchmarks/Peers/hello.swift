// The least that a Swift program holds resident: it says something, and waits.
print("Hello!")
_ = readLine()
