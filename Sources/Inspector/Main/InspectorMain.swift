import Glibc
import InspectorCommandLine

@main
struct InspectorMain {
    static func main() {
        StandardStream.openAll()
        ProcessLimits.set()
        ProcessMemory.set()
        let status = CommandRunner.run(Array(CommandLine.arguments.dropFirst()), openScreen: App.open)
        guard let loss = StandardStream.loss else {
            exit((status == .success && !StandardStream.hasReader ? .brokenPipe : status).rawValue)
        }
        StandardStream.complain("not everything was written: \(loss)")
        exit(status == .success ? ExitStatus.failure.rawValue : status.rawValue)
    }
}
