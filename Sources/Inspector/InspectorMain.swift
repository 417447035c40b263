import Foundation

@main
struct InspectorMain {
    static func main() {
        do throws(UsageError) {
            let invocation = try CommandLineParser.parse(Array(CommandLine.arguments.dropFirst()))
            print(invocation)
        } catch {
            print(error)
        }
    }
}
